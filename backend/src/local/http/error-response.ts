import { errorTable, type ErrorBody, type ErrorCode } from '../../contract/index.ts';

/** An answer as the server writes it. */
export type Answer = {
  status: number;
  headers: Record<string, string>;
  /** Repeated as they are, one header each. */
  cookies?: readonly string[];
  body: Buffer;
};

export type ErrorText = { message: string; action: string; details?: Record<string, unknown> };

/** An error of the server itself, before or beside the api, in the API's error shape. */
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
