import { errorTable, type ErrorBody, type ErrorCode } from '../../contract/index.ts';

/** A response before the server writes it. */
export type Answer = {
  status: number;
  headers: Record<string, string>;
  /** Values of the Set-Cookie header, one header each. */
  cookies?: readonly string[];
  body: Buffer;
};

export type ErrorText = { message: string; action: string; details?: Record<string, unknown> };

/** Returns an error of the server itself, in the same form as the errors of the API. */
export const errorAnswer = (
  code: ErrorCode,
  { message, action, details = {} }: ErrorText,
  status: number = errorTable[code].status,
): Answer => {
  const { category } = errorTable[code];
  const body: ErrorBody = { error: { code, message, details, category, action } };
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: Buffer.from(JSON.stringify(body)),
  };
};
