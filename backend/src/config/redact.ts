import { digest } from './digest.ts';
import { errorTable } from '../contract/errors.ts';
import type { Log } from './log.ts';
import { looksSecret, redactAddresses } from './redact-address.ts';

const REDACTED = '[redacted]';

/** A parameter of a query, a fragment or a form. A semicolon ends its value only before another parameter. */
const parameter = /([?&#;])([\w.~%[\]-]+)=([^\s&#"'<>;]*(?:;(?![\w.~%[\]-]+=)[^\s&#"'<>;]*)*)/g;
const secretName =
  /token|key|secret|auth|pass|pwd|sig|code|state|nonce|session|sid\b|credential|verifier|jwt|hash|login|user|mail/i;
/** Long, without a break and with a digit: nobody writes such a value. */
const secretValue = /^(?=.*\d)[\w.~+/=%-]{24,}$/;
/** What D E F in `Authorization: Bearer DEF` are, and the tokens and cookies of this service wherever they stand. */
const bearer = /\b(Bearer|Basic)(\s+)[\w.~+/=-]{8,}/gi;
const ownToken = /\bomomi_[0-9a-z]{1,64}_[\w-]{20,}/g;
const ownCookie = /(__(?:Host|Secure)-[\w-]{1,40}=)[^\s;,"']+/g;
/** 256 random bits as this service writes them. */
const ownSecret = /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{43}(?![\w-])/g;
const signedToken = /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g;
const email = /[\w.%+-]{1,64}(?:@|%40)(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}\b/gi;

/** One e-mail address is the same eight digits in every line, and tells nothing else. */
export const hashedEmail = (address: string): string =>
  `email:${digest(8, address.trim().toLowerCase().replace('%40', '@'))}`;

const isSecretParameter = (name: string, value: string): boolean =>
  value !== '' && (secretName.test(name) || secretValue.test(value) || looksSecret(value));

/** Text without credentials in addresses, tokens, cookies and e-mail addresses. What is redacted already stays so. */
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

/** Fields whose value is never for a log, whatever it is. */
const secretField =
  /^(?:set-)?cookies?$|authorization$|^(?:access|refresh|id)?_?token$|secret$|key$|^password$|^code_verifier$|^nonce$/i;
/** The system's and its libraries' codes, such as ENOTFOUND: words, where a sign-in's code has digits between. */
const systemCode = /^(?:E[A-Z]{2,15}|[A-Z]{1,20}(?:_[A-Z]{1,20}){1,6}|(?:ERR|UND|HPE|CERT)_[A-Z0-9_]{2,60})$/;

const isErrorCode = (code: string): boolean => Object.hasOwn(errorTable, code) || systemCode.test(code);

const isSecret = (name: string, value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  (secretField.test(name) || (name === 'code' && typeof value === 'string' && !isErrorCode(value)));

/** Deeper, or longer, than this nothing is logged: causes of causes, rings, whole documents. */
const MAX_DEPTH = 6;
const MAX_ELEMENTS = 100;

const redactError = (error: Error, depth: number): Record<string, unknown> => ({
  name: error.name,
  message: redactText(error.message),
  ...(error.stack === undefined ? {} : { stack: redactText(error.stack) }),
  ...('cause' in error && error.cause !== undefined ? { cause: redactAt(error.cause, depth + 1) } : {}),
  ...(error instanceof AggregateError ? { errors: redactAt(error.errors, depth + 1) } : {}),
  // Codes, statuses and the like, which errors carry as properties of their own.
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
  // Sockets, requests and the like lead everywhere, and tell nothing.
  return isPlain(value) ? redactFields(Object.entries(value), depth + 1) : `[${value.constructor.name}]`;
};

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
};

/** A copy of plain fields without secrets; errors become plain, their causes too. */
export const redactFieldsOf = (fields: Record<string, unknown>): Record<string, unknown> =>
  redactFields(Object.entries(fields), 0);

/** A log whose every line is without secrets, whoever writes it. */
export const createRedactedLog = (log: Log): Log => ({
  info: (message, fields) => log.info(redactText(message), redactFieldsOf(fields)),
  warn: (message, fields) => log.warn(redactText(message), redactFieldsOf(fields)),
  error: (message, fields) => log.error(redactText(message), redactFieldsOf(fields)),
});
