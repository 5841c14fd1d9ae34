import { digest } from '../lib/digest.ts';
import { errorTable } from '../contract/schemas/errors.ts';
import type { Log } from './log.ts';
import { looksSecret, redactAddresses } from './redact-address.ts';

const REDACTED = '[redacted]';

/** Matches a parameter of a query, a fragment or a form. A semicolon ends its value only before another parameter. */
const parameter = /([?&#;])([\w.~%[\]-]+)=([^\s&#"'<>;]*(?:;(?![\w.~%[\]-]+=)[^\s&#"'<>;]*)*)/g;
const secretName =
  /token|key|secret|auth|pass|pwd|sig|code|state|nonce|session|sid\b|credential|verifier|jwt|hash|login|user|mail/i;
/** Matches a long value without spaces and with a digit, which is unlikely to be words. */
const secretValue = /^(?=.*\d)[\w.~+/=%-]{24,}$/;
/**
 * Matches the credentials in an Authorization header. ownToken and ownCookie match the tokens, addresses of Today and cookies of this
 * service anywhere.
 */
const bearer = /\b(Bearer|Basic)(\s+)[\w.~+/=-]{8,}/gi;
const ownToken = /\b(?:omomi|today)_[0-9a-z]{1,64}_[\w-]{20,}/g;
const ownCookie = /(__(?:Host|Secure)-[\w-]{1,40}=)[^\s;,"']+/g;
/** Matches 256 random bits as this service writes them: 43 characters of base64url. */
const ownSecret = /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{43}(?![\w-])/g;
const signedToken = /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g;
const email = /[\w.%+-]{1,64}(?:@|%40)(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}\b/gi;

/**
 * Replaces an e-mail address with eight digits of its hash, so that log lines can be matched without revealing the
 * address.
 */
export const hashedEmail = (address: string): string =>
  `email:${digest(8, address.trim().toLowerCase().replace('%40', '@'))}`;

const isSecretParameter = (name: string, value: string): boolean =>
  value !== '' && (secretName.test(name) || secretValue.test(value) || looksSecret(value));

/**
 * Returns the text without credentials in addresses, tokens, cookies and e-mail addresses. Redacting it again does not
 * change it.
 */
export const redactText = (text: string): string =>
  redactAddresses(text)
    .replace(parameter, (whole, before: string, name: string, value: string) =>
      isSecretParameter(name, value) ? `${before}${name}=${REDACTED}` : whole,
    )
    .replace(bearer, `$1$2${REDACTED}`)
    .replace(ownToken, REDACTED)
    .replace(ownCookie, `$1${REDACTED}`)
    .replace(signedToken, REDACTED)
    .replace(ownSecret, REDACTED)
    .replace(email, hashedEmail);

/** Names of fields whose value must never be logged. */
const secretField =
  /^(?:set-)?cookies?$|authorization$|^(?:access|refresh|id)?_?token$|secret$|key$|^password$|^code_verifier$|^nonce$/i;
/**
 * Matches error codes of the system and its libraries, such as ENOTFOUND. They are words, while a sign-in's code has
 * digits in it.
 */
const systemCode = /^(?:E[A-Z]{2,15}|[A-Z]{1,20}(?:_[A-Z]{1,20}){1,6}|(?:ERR|UND|HPE|CERT)_[A-Z0-9_]{2,60})$/;

const isErrorCode = (code: string): boolean => Object.hasOwn(errorTable, code) || systemCode.test(code);

const isSecret = (name: string, value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  (secretField.test(name) || (name === 'code' && typeof value === 'string' && !isErrorCode(value)));

/**
 * Limits on depth and number of elements in a log entry, against chains of causes, circular references and whole
 * documents.
 */
const MAX_DEPTH = 6;
const MAX_ELEMENTS = 100;

const redactError = (error: Error, depth: number): Record<string, unknown> => ({
  name: error.name,
  message: redactText(error.message),
  ...(error.stack === undefined ? {} : { stack: redactText(error.stack) }),
  ...('cause' in error && error.cause !== undefined ? { cause: redactAt(error.cause, depth + 1) } : {}),
  ...(error instanceof AggregateError ? { errors: redactAt(error.errors, depth + 1) } : {}),
  // Codes, statuses and other properties that errors carry.
  ...redactFields(
    Object.entries(error).filter(([name]) => !['name', 'message', 'stack', 'cause'].includes(name)),
    depth + 1,
  ),
});

const redactFields = (entries: [string, unknown][], depth: number): Record<string, unknown> =>
  Object.fromEntries(
    entries
      .slice(0, MAX_ELEMENTS)
      .map(([name, value]) => [redactText(name), isSecret(name, value) ? REDACTED : redactAt(value, depth)]),
  );

const redactAt = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return '[deeper]';
  if (value instanceof Error) return redactError(value, depth);
  if (value instanceof Date) return value;
  if (value instanceof URL) return redactText(value.href);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value))
    return value.slice(0, MAX_ELEMENTS).map((element) => redactAt(element, depth + 1));
  // Sockets, requests and similar objects refer to many others and hold nothing useful.
  return isPlain(value) ? redactFields(Object.entries(value), depth + 1) : `[${value.constructor.name}]`;
};

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
};

/** Returns a copy of the fields without secrets; errors and their causes become plain objects. */
export const redactFieldsOf = (fields: Record<string, unknown>): Record<string, unknown> =>
  redactFields(Object.entries(fields), 0);

/** Wraps a log so that no line contains a secret. */
export const createRedactedLog = (log: Log): Log => ({
  info: (message, fields) => log.info(redactText(message), redactFieldsOf(fields)),
  warn: (message, fields) => log.warn(redactText(message), redactFieldsOf(fields)),
  error: (message, fields) => log.error(redactText(message), redactFieldsOf(fields)),
});
