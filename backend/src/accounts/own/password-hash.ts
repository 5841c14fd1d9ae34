import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { BUSY_SECONDS, DomainError, retryHeader } from '../../lib/errors.ts';

/*
 * scrypt with parameters that OWASP's Password Storage Cheat Sheet counts as equal to N=2^17, p=1. This choice needs 16 MB
 * for a password instead of 128, on machines that have little.
 */
export const PASSWORD_COST = 14;
const BLOCK = 8;
const PARALLEL = 5;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Number of passwords that may wait to be hashed. Each takes about a fifth of a second. */
const MAX_WAITING = 20;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Hashes one password at a time, so that many attempts at once cost no more memory than one. Throws BUSY if too many wait.
 */
const inTurn = async <T>(run: () => Promise<T>): Promise<T> => {
  if (waiting >= MAX_WAITING)
    throw new DomainError(
      'BUSY',
      'Too many passwords are being checked.',
      { retry_after: BUSY_SECONDS },
      retryHeader(BUSY_SECONDS),
    );
  waiting += 1;
  const mine = last.then(run, run).finally(() => (waiting -= 1));
  last = mine.catch(() => {});
  return mine;
};

const hashBy = (password: string, salt: Buffer, cost: number, r: number, p: number): Promise<Buffer> =>
  // The same characters can be typed as different code points.
  inTurn(() => derive(password.normalize('NFC'), salt, HASH_BYTES, { N: 2 ** cost, r, p }));

/** Returns the text to store for a password: `scrypt$<log2 N>$<r>$<p>$<salt>$<hash>`; `cost` is log2 N. Throws BUSY. */
export const hashPassword = async (password: string, cost = PASSWORD_COST): Promise<string> => {
  const salt = randomBytes(SALT_BYTES);
  const hash = await hashBy(password, salt, cost, BLOCK, PARALLEL);
  return ['scrypt', cost, BLOCK, PARALLEL, salt.toString('base64url'), hash.toString('base64url')].join('$');
};

const stored = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]+)\$([\w-]+)$/;

/** The hash of no password. It is compared where nobody has the name, so that the answer takes as long as for any other name. */
const ofNobody = (cost: number): string =>
  `scrypt$${cost}$${BLOCK}$${PARALLEL}$${randomBytes(SALT_BYTES).toString('base64url')}$${randomBytes(HASH_BYTES).toString('base64url')}`;

/**
 * Checks a password against what `hashPassword` made; null stands for a name that nobody has, for which the answer is
 * false after the same work as for a password of this `cost`. Throws BUSY.
 */
export const isPassword = async (
  password: string,
  text: string | null,
  cost = PASSWORD_COST,
): Promise<boolean> => {
  const match = stored.exec(text ?? ofNobody(cost));
  if (match === null) throw new Error('a stored password cannot be read');
  const [, itsCost, r, p, salt = '', hash = ''] = match;
  const expected = Buffer.from(hash, 'base64url');
  const found = await hashBy(password, Buffer.from(salt, 'base64url'), Number(itsCost), Number(r), Number(p));
  return found.length === expected.length && timingSafeEqual(found, expected) && text !== null;
};
