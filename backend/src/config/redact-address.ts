const REDACTED = '[redacted]';

const announced = /^(?:secret|private)[:-]./i;
const extension = /\.[a-z]{2,5}$/i;
const letterAndDigit = /[a-z]\d|\d[a-z]/i;
const digitBetweenLetters = /[a-z]\d+[a-z]|\d[a-z]+\d/i;
/** Neighbours that words seldom have: a capital that is not a word's first letter, a digit beside a letter. */
const unusual = /[a-z](?=[A-Z\d])|[A-Z](?=[A-Z\d])|\d(?=[A-Za-z])/g;
const onlyHex = /^[0-9a-f]{8}(?:-?[0-9a-f]){8,}$/i;

const MIN_LENGTH = 16;
const MIN_PIECE = 12;

/**
 * Whether part of an address reads like a key and not like words: announced as one, or 16 characters and more in which
 * letters, capitals and digits alternate. Addresses of one's own calendar or mailbox are kept secret in such parts.
 */
export const looksSecret = (text: string): boolean => {
  if (announced.test(text)) return true;
  const name = text.replace(extension, '');
  if (name.length < MIN_LENGTH) return false;
  if (onlyHex.test(name) && letterAndDigit.test(name)) return true;
  const pieces = name.split(/[^A-Za-z0-9]+/);
  if (pieces.some((piece) => piece.length >= MIN_PIECE && digitBetweenLetters.test(piece))) return true;
  // Headlines in capitals are words.
  return /[a-z\d]/.test(name) && (name.match(unusual)?.length ?? 0) * 4 >= name.length;
};

/**
 * Where user and password end: at the last `@`, since either may have one unescaped. What follows a colon and is no port
 * is a password too, though with a slash or a question mark in it the address could not be asked. -1 without any.
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
  // What has a name is judged by that, as a parameter.
  const kept = parts.map((part) => (!part.includes('=') && looksSecret(part) ? REDACTED : part));
  return `${end === -1 ? '' : `${REDACTED}@`}${host}${kept.join('')}`;
};

/** Text whose addresses, at whatever scheme, have no user, no password and no part that looks secret. */
export const redactAddresses = (text: string): string =>
  text
    .split('://')
    .map((part, index, parts) => {
      const scheme = parts[index - 1];
      // A file's address is a stack's, with paths of our own.
      if (scheme === undefined || !/[a-z0-9+.-]$/i.test(scheme) || /\bfile$/i.test(scheme)) return part;
      const [address = ''] = part.split(/[\s"<>]/, 1);
      return redactAddress(address) + part.slice(address.length);
    })
    .join('://');
