import { join } from 'node:path';
import type { BoxFunction } from './functions.ts';
import { readReceiptRules } from './receiving.ts';
import { readStatements, type Statement } from './rights.ts';
import { secretText } from './ssm.ts';
import { isRecord, nameInArn, physicalName, readStacks, ruleArn, type Stack } from './stacks.ts';
import { readUrls } from './urls.ts';

/** A queue of a template, by names. */
export type QueueSpec = {
  name: string;
  visibilitySeconds: number;
  retentionSeconds: number;
  redrive: { to: string; maxReceives: number } | undefined;
};

export type MappingSpec = {
  queue: string;
  functionName: string;
  batchSize: number;
  windowSeconds: number;
  maximumConcurrency: number;
  reportsFailures: boolean;
};

/** A function that runs on a schedule, and the queue for events that failed. */
export type ScheduleSpec = {
  functionName: string;
  expression: string;
  deadLetters: string;
  /** True if the function lets this schedule invoke it. */
  mayInvoke: boolean;
};

/** Replaces references to Secrets Manager, as CloudFormation does when it deploys. */
const withSecrets = (text: string, secrets: Readonly<Record<string, string>>): string =>
  text.replaceAll(
    /\{\{resolve:secretsmanager:([^:}]+):SecretString:[^}]*\}\}/g,
    (_, name: string) => secrets[name] ?? secretText(name),
  );

const refsIn = (values: unknown): unknown[] =>
  [values].flat().map((each) => (isRecord(each) ? each['Ref'] : each));

/**
 * Reads a synthesised assembly: what its templates say of the parts that the box becomes. References to secrets are resolved
 * by these values.
 */
export const readAssembly = (outdir: string, secrets: Readonly<Record<string, string>> = {}) => {
  const stacks = readStacks(outdir);
  const { all, resolve } = stacks;
  const number = (value: unknown, otherwise: number): number => Number(value ?? otherwise);

  /** The function's name by its logical id: `api` for the function that is described as `Omomi api (…)`. */
  const functionNames = new Map(
    all('AWS::Lambda::Function').flatMap(({ id, properties }): [string, string][] => {
      const [, name] = /^Omomi (\w+) /.exec(JSON.stringify(properties['Description'] ?? '').slice(1)) ?? [];
      return name === undefined ? [] : [[id, name]];
    }),
  );
  const nameOf = (stack: Stack, value: unknown): string =>
    functionNames.get(nameInArn(resolve(stack, value))) ?? 'unknown';

  return {
    stacks,
    tableName: stacks.output('TableName'),
    queues: all('AWS::SQS::Queue').map(({ id, stack, resource, properties }): QueueSpec => {
      const policy = properties['RedrivePolicy'];
      return {
        name: physicalName(id, resource),
        visibilitySeconds: number(properties['VisibilityTimeout'], 30),
        retentionSeconds: number(properties['MessageRetentionPeriod'], 345_600),
        redrive: isRecord(policy)
          ? {
              to: nameInArn(resolve(stack, policy['deadLetterTargetArn'])),
              maxReceives: Number(policy['maxReceiveCount']),
            }
          : undefined,
      };
    }),
    mappings: all('AWS::Lambda::EventSourceMapping').map(({ stack, properties }): MappingSpec => {
      const scaling = properties['ScalingConfig'];
      const types = properties['FunctionResponseTypes'];
      return {
        queue: nameInArn(resolve(stack, properties['EventSourceArn'])),
        functionName: nameOf(stack, properties['FunctionName']),
        batchSize: number(properties['BatchSize'], 10),
        windowSeconds: number(properties['MaximumBatchingWindowInSeconds'], 0),
        maximumConcurrency: number(isRecord(scaling) ? scaling['MaximumConcurrency'] : undefined, 1000),
        reportsFailures: Array.isArray(types) && types.includes('ReportBatchItemFailures'),
      };
    }),
    schedules: all('AWS::Events::Rule').flatMap(({ id, stack, properties }): ScheduleSpec[] => {
      const target: unknown = Array.isArray(properties['Targets']) ? properties['Targets'][0] : undefined;
      const dead = isRecord(target) ? target['DeadLetterConfig'] : undefined;
      if (!isRecord(target) || !isRecord(dead)) return [];
      return [
        {
          functionName: nameOf(stack, target['Arn']),
          expression: String(properties['ScheduleExpression']),
          deadLetters: nameInArn(resolve(stack, dead['Arn'])),
          mayInvoke: all('AWS::Lambda::Permission').some(
            ({ properties: permission }) =>
              permission['Action'] === 'lambda:InvokeFunction' &&
              permission['Principal'] === 'events.amazonaws.com' &&
              resolve(stack, permission['SourceArn']) === ruleArn(id) &&
              resolve(stack, permission['FunctionName']) === resolve(stack, target['Arn']),
          ),
        },
      ];
    }),
    receiptRules: readReceiptRules(stacks, nameOf),
    urls: readUrls(stacks, nameOf),
    /** By function, the queue for events that failed in it every time. */
    deadLetters: new Map(
      all('AWS::Lambda::Function').flatMap(({ id, stack, properties }): [string, string][] => {
        const name = functionNames.get(id);
        const dead = properties['DeadLetterConfig'];
        return name !== undefined && isRecord(dead)
          ? [[name, nameInArn(resolve(stack, dead['TargetArn']))]]
          : [];
      }),
    ),
    /** The statements of each function's role. */
    roles: new Map(
      all('AWS::Lambda::Function').flatMap(({ id, stack, properties }): [string, Statement[]][] => {
        const name = functionNames.get(id);
        const role = resolve(stack, properties['Role']);
        const policies = all('AWS::IAM::Policy').filter(
          (policy) => policy.stack === stack && refsIn(policy.properties['Roles']).includes(role),
        );
        const documents = policies.map((policy) => policy.properties['PolicyDocument']);
        if (name === undefined) return [];
        return [[name, documents.flatMap((each) => readStatements(each, (value) => resolve(stack, value)))]];
      }),
    ),
    /** The names of the functions that may send to themselves without end. */
    loopsAllowed: new Set(
      all('AWS::Lambda::Function')
        .filter(({ properties }) => properties['RecursiveLoop'] === 'Allow')
        .map(({ id }) => functionNames.get(id)),
    ),
    functions: (queueUrl: (name: string) => string): BoxFunction[] =>
      all('AWS::Lambda::Function').flatMap(({ id, stack, properties }): BoxFunction[] => {
        const name = functionNames.get(id);
        const { Code: code, Environment: environment, LoggingConfig: logging } = properties;
        if (name === undefined || !isRecord(code) || !isRecord(environment)) return [];
        const [hash] = String(code['S3Key']).split('.');
        const variables = isRecord(environment['Variables']) ? environment['Variables'] : {};
        return [
          {
            name,
            file: join(outdir, `asset.${hash}`, 'index.mjs'),
            memoryMegabytes: Number(properties['MemorySize']),
            timeoutSeconds: Number(properties['Timeout']),
            logGroup: resolve(stack, isRecord(logging) ? logging['LogGroup'] : undefined),
            env: Object.fromEntries(
              Object.entries(variables).map(([key, value]) => [
                key,
                withSecrets(resolve(stack, value, queueUrl), secrets),
              ]),
            ),
          },
        ];
      }),
  };
};
