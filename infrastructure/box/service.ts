import type { IncomingHttpHeaders } from 'node:http';
import type { Asked } from './rights.ts';

/** A request to a service of AWS. */
export type Call = {
  method: string;
  url: URL;
  /** The region for which it was signed. */
  region: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
};

export type Answer = {
  status: number;
  headers?: Record<string, string | string[] | undefined>;
  body?: string | Buffer;
};

/** A stand-in for a service of AWS. */
export type Service = {
  /** Returns what IAM checks before the call is answered. */
  asks: (call: Call) => Asked[];
  answer: (call: Call, isAllowed: (asked: Asked) => boolean) => Answer | Promise<Answer>;
  /** Returns the answer to a call that the caller's role does not allow. */
  refuse: (message: string) => Answer;
};

/** Returns the action that the header of a JSON protocol names. */
export const actionOf = ({ headers }: Call): string =>
  String(headers['x-amz-target'] ?? '')
    .split('.')
    .at(-1) ?? '';

export const jsonIn = ({ body }: Call): Record<string, unknown> => JSON.parse(body.toString('utf8'));

/** Refuses a call as the services with a JSON protocol do. */
export const refuseAsJson = (message: string): Answer => ({
  status: 400,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: JSON.stringify({
    __type: 'com.amazon.coral.service#AccessDeniedException',
    Message: message,
    message,
  }),
});
