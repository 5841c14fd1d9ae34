import { digest } from '../lib/digest.ts';
import { errorTable } from '../contract/schemas/errors.ts';
import type { Log } from './log.ts';

const REDACTED = '[redacted]';

const announced = /^(?:secret|private)[:-]./i;
const extension = /\.[a-z]{2,5}$/i;
const letterAndDigit = /[a-z]\d|\d[a-z]/i;
const digitBetweenLetters = /[a-z]\d+[a-z]|\d[a-z]+\d/i;
/**
 * Matches neighbouring characters that are rare in words: a capital that is not a word's first letter, or a digit
 * beside a letter.
 */
const unusual = /[a-z](?=[A-Z\d])|[A-Z](?=[A-Z\d])|\d(?=[A-Za-z])/g;
const onlyHex = /^[0-9a-f]{8}(?:-?[0-9a-f]){8,}$/i;

const MIN_LENGTH = 16;
const MIN_PIECE = 12;

/** The parts of a name of words and years, such as WorldNews2026 and section-news: each word begins small or with one capital. */
const word = /^[A-Z]?[a-z]{2,}$/;
const year = /^(?:19|20)\d\d$/;
const part = /[A-Z][a-z]*|[a-z]+|\d+/g;
const vowelless = /(?<![a-z])[A-Z]?[b-df-hj-np-tv-xz]{2,}(?![a-z])/;
const manyConsonants = /[b-df-hj-np-tv-xz]{5}/i;

/** Returns true if a name can be read as words. A random key of 16 characters is taken for one once in some 100,000. */
const isReadable = (name: string): boolean =>
  (name.match(part) ?? []).every((each) => word.test(each) || year.test(each)) &&
  !vowelless.test(name) &&
  !manyConsonants.test(name);

/**
 * Returns true if part of an address looks like a key and not like words: it has a prefix such as `secret:`, or has 16
 * or more characters in which letters, capitals and digits alternate. Private addresses of calendars and mailboxes
 * contain such parts.
 */
const looksSecret = (text: string): boolean => {
  if (announced.test(text)) return true;
  const name = text.replace(extension, '');
  if (name.length < MIN_LENGTH) return false;
  if (onlyHex.test(name) && letterAndDigit.test(name)) return true;
  if (isReadable(name)) return false;
  const pieces = name.split(/[^A-Za-z0-9]+/);
  if (pieces.some((piece) => piece.length >= MIN_PIECE && digitBetweenLetters.test(piece))) return true;
  // A headline in capitals is words, not a key.
  return /[a-z\d]/.test(name) && (name.match(unusual)?.length ?? 0) * 4 >= name.length;
};

/**
 * Returns the index of the `@` after user and password, or -1 if there are none. It is the last `@`, since both may
 * contain an unescaped one. Text after a colon that is not a port counts as a password too, although an address with a
 * slash or a question mark in the password could not be fetched.
 */
const endOfUserInfo = (address: string): number => {
  const [authority = ''] = address.split(/[/?#\\]/, 1);
  if (authority.includes('@')) return address.replace(/[?#].*/s, '').lastIndexOf('@');
  const isPassword = !authority.startsWith('[') && /^[^:]*:(?!\d*$)/.test(authority);
  return isPassword ? address.lastIndexOf('@') : -1;
};

const redactAddress = (address: string): string => {
  const end = endOfUserInfo(address);
  const [host = '', ...parts] = address.slice(end + 1).split(/([/?#&])/);
  // Parts with a name are judged as parameters elsewhere.
  const kept = parts.map((part) => (!part.includes('=') && looksSecret(part) ? REDACTED : part));
  return `${end === -1 ? '' : `${REDACTED}@`}${host}${kept.join('')}`;
};

/** Returns the text with user, password and every part that looks secret removed from its addresses, for any scheme. */
const redactAddresses = (text: string): string =>
  text
    .split('://')
    .map((part, index, parts) => {
      const scheme = parts[index - 1];
      // File addresses come from stack traces and contain only our own paths.
      if (scheme === undefined || !/[a-z0-9+.-]$/i.test(scheme) || /\bfile$/i.test(scheme)) return part;
      const [address = ''] = part.split(/[\s"<>]/, 1);
      return redactAddress(address) + part.slice(address.length);
    })
    .join('://');

/** Matches a parameter of a query, a fragment or a form. A semicolon ends its value only before another parameter. */
const parameter = /([?&#;])([\w.~%[\]-]+)=([^\s&#"'<>;]*(?:;(?![\w.~%[\]-]+=)[^\s&#"'<>;]*)*)/g;
const secretName =
  /token|key|secret|auth|pass|pwd|sig|code|state|nonce|session|sid\b|credential|verifier|jwt|hash|login|user|mail/i;
/** Matches a long value without spaces and with a digit, which is unlikely to be words. */
const secretValue = /^(?=.*\d)[\w.~+/=%-]{24,}$/;
/**
 * Matches the credentials in an Authorization header. ownToken and ownCookie match the tokens, addresses of feeds and cookies of this
 * service anywhere.
 */
const bearer = /\b(Bearer|Basic)(\s+)[\w.~+/=-]{8,}/gi;
const ownToken = /\b(?:omomi|feed)_[0-9a-z]{1,64}_[\w-]{20,}/g;
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

const levels = ['info', 'warn', 'error'] as const;
type Level = (typeof levels)[number];

type Line = { level: string; timestamp: string; message: string } & Record<string, unknown>;

/** Writes a value as it is if it is a plain word, otherwise as JSON, so that a line stays one line. */
const readableValue = (value: unknown): string =>
  typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);

const lineFormats = {
  json: (line: Line): string => JSON.stringify(line),
  readable: ({ level, timestamp, message, ...fields }: Line): string => {
    const named = Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${readableValue(value)}`],
    );
    return [timestamp.slice(0, 19).replace('T', ' '), level.padEnd(5), message, ...named].join(' ');
  },
};

/**
 * Creates a log that writes one line for each entry, without secrets: a JSON object like the log of the functions in the cloud, or
 * if `format` is `readable`, time, level, message and fields. It omits entries below the level `least`.
 */
export const createLog = (
  write: (line: string) => void,
  now: () => Date,
  { least = 'info', format = 'json' }: { least?: string; format?: string } = {},
): Log => {
  const from = levels.findIndex((level) => level === least.toLowerCase());
  const toText = lineFormats[format === 'readable' ? 'readable' : 'json'];
  const at = (level: Level) => (message: string, fields: Record<string, unknown>) =>
    levels.indexOf(level) >= from &&
    write(`${toText({ level: level.toUpperCase(), timestamp: now().toISOString(), message, ...fields })}\n`);
  return createRedactedLog({ info: at('info'), warn: at('warn'), error: at('error') });
};
