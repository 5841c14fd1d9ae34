import { randomBytes } from 'node:crypto';
import { createGate, readStatements, type Gate } from './rights.ts';
import { ACCOUNT, bucketArn, isRecord, receiptRuleArn, type Stack, type Stacks } from './stacks.ts';

const SERVICE = 'ses.amazonaws.com';
/** SES takes mails of up to 40 MB, and tells a function the headers of up to 10 KB. */
const MOST_BYTES = 40 * 1024 ** 2;
const HEADER_BYTES = 10 * 1024;

type Action =
  | { kind: 'store'; bucket: string; prefix: string; gate: Gate }
  | { kind: 'call'; functionName: string; isPermitted: boolean };

export type ReceiptRule = { arn: string; recipients: readonly string[]; actions: readonly Action[] };

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/** Reads the receipt rules of the templates, with what the policies of buckets and functions let each of them do. */
export const readReceiptRules = (
  { all, resolve }: Stacks,
  nameOf: (stack: Stack, functionArn: unknown) => string,
): ReceiptRule[] => {
  const policyOf = (bucket: string) =>
    all('AWS::S3::BucketPolicy')
      .filter(({ stack, properties }) => resolve(stack, properties['Bucket']) === bucket)
      .flatMap(({ stack, properties }) =>
        readStatements(properties['PolicyDocument'], (value) => resolve(stack, value), SERVICE),
      );
  const isPermitted = (functionName: string, arn: string): boolean =>
    all('AWS::Lambda::Permission').some(
      ({ stack, properties }) =>
        properties['Principal'] === SERVICE &&
        properties['Action'] === 'lambda:InvokeFunction' &&
        nameOf(stack, properties['FunctionName']) === functionName &&
        resolve(stack, properties['SourceAccount']) === ACCOUNT &&
        resolve(stack, properties['SourceArn']) === arn,
    );
  return all('AWS::SES::ReceiptRule').map(({ stack, properties }): ReceiptRule => {
    const rule = record(properties['Rule']);
    const arn = receiptRuleArn(resolve(stack, properties['RuleSetName']), String(rule['Name']));
    const listed = Array.isArray(rule['Actions']) ? rule['Actions'].map(record) : [];
    const actions = listed.map((action): Action => {
      const { BucketName, ObjectKeyPrefix = '' } = record(action['S3Action']);
      if (BucketName !== undefined) {
        const bucket = resolve(stack, BucketName);
        const gate = createGate(new Map([[SERVICE, policyOf(bucket)]]));
        return { kind: 'store', bucket, prefix: String(ObjectKeyPrefix), gate };
      }
      const { FunctionArn, InvocationType } = record(action['LambdaAction']);
      if (InvocationType !== 'Event') throw new Error('the box knows no such action of a receipt rule');
      const functionName = nameOf(stack, FunctionArn);
      return { kind: 'call', functionName, isPermitted: isPermitted(functionName, arn) };
    });
    return { arn, recipients: rule['Enabled'] === true ? texts(rule['Recipients']) : [], actions };
  });
};

/** The results of the checks that SES makes of a mail: PASS, FAIL, GRAY or PROCESSING_FAILED. */
export type Verdicts = { spf?: string; dkim?: string; spam?: string; virus?: string };

const headersIn = (raw: Buffer): { name: string; value: string }[] =>
  raw
    .subarray(0, HEADER_BYTES)
    .toString('latin1')
    .split(/\r?\n\r?\n/, 1)[0]!
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .flatMap((line) => {
      const [, name, value = ''] = /^([!-9;-~]+):\s*(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [{ name, value }];
    });

/** Returns the event with which SES calls a function for a mail. */
const eventOf = (
  messageId: string,
  raw: Buffer,
  recipients: readonly string[],
  { spf = 'PASS', dkim = 'PASS', spam = 'PASS', virus = 'PASS' }: Verdicts,
) => {
  const timestamp = new Date().toISOString();
  const headers = headersIn(raw);
  const mail = { timestamp, source: 'bounce@rain.example', messageId, destination: recipients, headers };
  return {
    Records: [
      {
        eventSource: 'aws:ses',
        eventVersion: '1.0',
        ses: {
          mail: { ...mail, headersTruncated: raw.length > HEADER_BYTES, commonHeaders: {} },
          receipt: {
            timestamp,
            processingTimeMillis: 1,
            recipients,
            spamVerdict: { status: spam },
            virusVerdict: { status: virus },
            spfVerdict: { status: spf },
            dkimVerdict: { status: dkim },
            dmarcVerdict: { status: 'GRAY' },
            action: { type: 'Lambda', invocationType: 'Event' },
          },
        },
      },
    ],
  };
};

/**
 * Creates the receiving of mails by SES, whose rules are active here. It follows the actions of the first rule for a recipient's domain;
 * `start` calls a function asynchronously. Returns the event and the name of
 * the object; null for a mail that SES refuses, because no rule is for it or it is too large.
 */
export const createReceiving =
  (
    rules: readonly ReceiptRule[],
    objects: Map<string, Buffer>,
    start: (functionName: string, event: unknown) => Promise<void>,
  ) =>
  async (bytes: Uint8Array, to: readonly string[], verdicts: Verdicts = {}) => {
    const raw = Buffer.from(bytes);
    const isFor = ({ recipients }: ReceiptRule, address: string) =>
      recipients.includes(address.split('@').at(-1) ?? '');
    const rule = rules.find((each) => to.some((address) => isFor(each, address)));
    if (rule === undefined || raw.length > MOST_BYTES) return null;
    const id = randomBytes(20).toString('hex');
    const matched = to.filter((address) => isFor(rule, address));
    const event = eventOf(id, raw, matched, verdicts);
    let object = '';
    for (const action of rule.actions) {
      if (action.kind === 'store') {
        const { bucket, prefix, gate } = action;
        const keys = {
          'aws:SourceAccount': [ACCOUNT],
          'aws:SourceArn': [rule.arn],
          'aws:SecureTransport': ['true'],
        };
        const asked = { action: 's3:PutObject', resource: `${bucketArn(bucket)}/${prefix}${id}`, keys };
        if (!gate.allows(SERVICE, [asked])) throw new Error(`SES may not write to ${bucket}`);
        object = `${bucket}/${prefix}${id}`;
        objects.set(object, raw);
      } else {
        if (!action.isPermitted) throw new Error(`SES may not call ${action.functionName}`);
        await start(action.functionName, event);
      }
    }
    return { event, object };
  };
