import { inspect } from 'node:util';
import { redactFieldsOf } from '../../logging/redact.ts';
import type { ApiEvent } from './http.ts';

const credentialHeaders = ['cookie', 'authorization', 'x-viewer-authorization'];
const maxCharacters = 20_000;
// Shorter values are not secrets, and replacing them would make the text unreadable.
const minSecretCharacters = 8;

// Returns each credential as a whole and every word of it: scheme and token, cookie names and values.
const credentialsOf = (event: ApiEvent): string[] => {
  const values = [...credentialHeaders.map((name) => event.headers[name] ?? ''), ...(event.cookies ?? [])];
  const parts = values.flatMap((value) => [value, ...value.split(/[\s;=,]+/)]);
  return parts
    .filter((part) => part.length >= minSecretCharacters)
    .toSorted((one, other) => other.length - one.length);
};

/**
 * Returns an error in full for the log, with its causes and properties but without secrets, especially those of its
 * request.
 */
export const errorForLog = (error: unknown, event: ApiEvent): string => {
  let text = inspect(redactFieldsOf({ error })['error'], {
    depth: 5,
    maxStringLength: 2_000,
    maxArrayLength: 50,
  });
  for (const credential of credentialsOf(event)) text = text.replaceAll(credential, '[redacted]');
  return text.slice(0, maxCharacters);
};
