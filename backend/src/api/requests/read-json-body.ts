import type { ApiEvent } from './http.ts';
import { DomainError } from '../../lib/domain-error.ts';

/** The largest request body, in bytes. */
const maxBodyBytes = 1024 * 1024;

/** Checks the size of a body. Throws PAYLOAD_TOO_LARGE. */
export const checkBodySize = (event: ApiEvent, limit = maxBodyBytes): void => {
  const bytes = Buffer.byteLength(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes > limit) {
    throw new DomainError('PAYLOAD_TOO_LARGE', `The body is larger than ${limit / 1024 ** 2} MB.`, {
      max_bytes: limit,
    });
  }
};

/** Returns the bytes of a body without checking them. */
export const readRawBody = (event: ApiEvent): Uint8Array =>
  Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');

const invalidJson = (why: string) => new DomainError('INVALID_JSON', `The body is not JSON: ${why}.`);

const textOf = (event: ApiEvent): string => {
  const body = event.body ?? '';
  if (!event.isBase64Encoded) return body;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body, 'base64'));
  } catch {
    throw invalidJson('it is not UTF-8 text');
  }
};

const isWhole = (key: string, value: unknown) =>
  key.isWellFormed() && (typeof value !== 'string' || value.isWellFormed());

/**
 * Returns the JSON of a body; `{}` for an empty one. Throws INVALID_JSON, also for text with an unpaired
 * surrogate.
 */
export const readJsonBody = (event: ApiEvent): unknown => {
  const text = textOf(event);
  if (text.trim() === '') return {};
  let hasHalfCharacter = false;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text, (key, value: unknown) => {
      hasHalfCharacter ||= !isWhole(key, value);
      return value;
    });
  } catch (error) {
    // JSON.parse with a reviver is recursive, so deeply nested brackets overflow the stack.
    throw invalidJson(error instanceof SyntaxError ? error.message : 'it is nested too deep');
  }
  if (hasHalfCharacter) throw invalidJson('it has half a surrogate pair in a string');
  return parsed;
};
