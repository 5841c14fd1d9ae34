import type { ApiResult } from '../../api/requests.ts';

export const textAnswer = (text: string, statusCode = 200): ApiResult => ({
  statusCode,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: text,
});

/** The answer to a change that was made. Clients compare it with these two letters. */
export const okAnswer = (): ApiResult => textAnswer('OK');

export const jsonAnswer = (value: unknown): ApiResult => ({
  statusCode: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
});

export const documentAnswer = (text: string, type: string): ApiResult => ({
  statusCode: 200,
  headers: { 'content-type': `${type}; charset=utf-8` },
  body: text,
});
