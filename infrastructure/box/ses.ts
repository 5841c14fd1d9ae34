import { identityArn, isRecord } from './stacks.ts';
import { jsonIn, type Call, type Service } from './service.ts';

/** A mail as SES got it. */
export type SentMail = {
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  headers: Readonly<Record<string, string>>;
};

/** The answer to a mail: SES takes it, or refuses it with this status. */
export type MailAnswer = 'takes it' | number;

const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const dataIn = (value: unknown): string => String(record(value)['Data']);

const addressIn = (from: string): string => /<(.*)>$/.exec(from)?.[1] ?? from;

const mailIn = (call: Call): SentMail => {
  const { FromEmailAddress, Destination, Content } = jsonIn(call);
  const { Subject, Body, Headers } = record(record(Content)['Simple']);
  return {
    from: String(FromEmailAddress),
    to: list(record(Destination)['ToAddresses']).map(String),
    subject: dataIn(Subject),
    text: dataIn(record(Body)['Text']),
    html: dataIn(record(Body)['Html']),
    headers: Object.fromEntries(
      list(Headers)
        .map(record)
        .map(({ Name, Value }) => [String(Name), String(Value)]),
    ),
  };
};

const answered = (status: number, body: object, type = '') => ({
  status,
  headers: { 'content-type': 'application/json', ...(type === '' ? {} : { 'x-amzn-errortype': type }) },
  body: JSON.stringify(body),
});

/**
 * Creates SES, in which the domain of every sender is verified. It keeps the mails that it takes; `decide` says what happens to
 * each, and may do something meanwhile.
 */
export const createSes = () => {
  const sent: SentMail[] = [];
  const state: { decide: (mail: SentMail) => MailAnswer } = { decide: () => 'takes it' };
  const service: Service = {
    asks: (call) => {
      const address = addressIn(mailIn(call).from);
      const isRaw = record(jsonIn(call)['Content'])['Raw'] !== undefined;
      return [
        {
          // A mail that the caller has written as a whole needs another right.
          action: isRaw ? 'ses:SendRawEmail' : 'ses:SendEmail',
          resource: identityArn(call.region, address.split('@')[1] ?? ''),
          keys: { 'ses:FromAddress': [address] },
        },
      ];
    },
    answer: (call) => {
      const mail = mailIn(call);
      const answer = state.decide(mail);
      if (answer !== 'takes it') return answered(answer, { message: 'refused' }, 'MessageRejected');
      sent.push(mail);
      return answered(200, { MessageId: `mail-${sent.length}` });
    },
    refuse: (message) => answered(403, { message }, 'AccessDeniedException'),
  };
  return {
    service,
    mails: {
      /** Returns the mails so far, and forgets them. */
      take: (): SentMail[] => sent.splice(0),
      /** Decides about each mail that comes from now on. */
      answer: (decide: (mail: SentMail) => MailAnswer): void => {
        state.decide = decide;
      },
    },
  };
};
