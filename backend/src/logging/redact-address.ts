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
export const looksSecret = (text: string): boolean => {
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
export const redactAddresses = (text: string): string =>
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
