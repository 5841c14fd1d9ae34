import { z } from 'zod';
import { CorruptItemError } from './errors.ts';
import type { Item } from './table.ts';
import { pauseBriefly } from '../../lib/turns.ts';
import { StorageThrottledError } from '../../lib/errors.ts';
import { itemIsNew, type Expression } from './queries.ts';

/** Returns the schema of an attribute that the item omits if it is null. */
export const absentAsNull = <T extends z.ZodType>(schema: T) => schema.nullable().default(null);

/** The schema of a flag that the item omits if it is false. */
export const absentAsFalse = z.boolean().default(false);

export const binary = z.instanceof(Uint8Array);

export const keyed = z.object({ PK: z.string(), SK: z.string() });

/**
 * Reads an item with a schema.
 * @throws CorruptItemError naming the item and what is wrong with it.
 */
export const parseItem = <T extends z.ZodType>(schema: T, item: Item): z.output<T> => {
  const parsed = schema.safeParse(item);
  if (parsed.success) return parsed.data;
  throw new CorruptItemError(
    `Item ${String(item['PK'])} / ${String(item['SK'])} cannot be read: ${z.prettifyError(parsed.error)}`,
  );
};

/**
 * Runs a decoder of binary attributes.
 * @throws CorruptItemError if the decoder throws.
 */
export const decoding = <T>(item: { PK: string; SK: string }, decode: () => T): T => {
  try {
    return decode();
  } catch (error) {
    throw new CorruptItemError(`Item ${item.PK} / ${item.SK} holds bytes that cannot be read`, {
      cause: error,
    });
  }
};

/** Returns the item without its null, undefined and false attributes, which reading restores. */
export const compact = (item: Item): Item => {
  const kept: Item = {};
  for (const name of Object.keys(item)) {
    const value = item[name];
    if (value !== null && value !== undefined && value !== false) kept[name] = value;
  }
  return kept;
};

/** Returns the longest beginning of the text that has at most this many bytes in UTF-8. No character is split. */
export const cutToBytes = (text: string, bytes: number): string => {
  if (Buffer.byteLength(text) <= bytes) return text;
  let room = bytes;
  let cut = '';
  for (const character of text) {
    room -= Buffer.byteLength(character);
    if (room < 0) break;
    cut += character;
  }
  return cut;
};

/** The longest feed title in bytes. Together with an address of 200 bytes it keeps a feed under 1 KB. */
const FEED_TITLE_BYTES = 140;

/** Returns the stored form of a feed's title, with the feed and with each subscription. */
export const fittedTitle = (title: string): string => cutToBytes(title, FEED_TITLE_BYTES);

/**
 * Returns the bytes that DynamoDB bills for an attribute's value: see "DynamoDB item sizes and formats" in its guide.
 */
const valueSize = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return numberSize(value);
  if (value instanceof Uint8Array) return value.byteLength;
  if (Array.isArray(value))
    return 3 + value.reduce((sum: number, element) => sum + 1 + valueSize(element), 0);
  if (typeof value === 'object' && value !== null) {
    let size = 3;
    for (const [name, member] of Object.entries(value))
      size += 1 + Buffer.byteLength(name) + valueSize(member);
    return size;
  }
  return 1;
};

/**
 * Returns the bytes of a number: one for each pair of decimal digits, counted from the decimal point, one for the
 * exponent, and one for a minus sign.
 */
const numberSize = (value: number): number => {
  if (value === 0) return 1;
  if (Number.isSafeInteger(value)) return pairsOfWhole(Math.abs(value)) + 1 + (value < 0 ? 1 : 0);
  const [digits = '', exponent = '0'] = Math.abs(value).toExponential().replace('.', '').split('e');
  const highest = Number(exponent);
  const pairs = Math.floor(highest / 2) - Math.floor((highest - digits.length + 1) / 2) + 1;
  return pairs + 1 + (value < 0 ? 1 : 0);
};

/** Returns the pairs of digits of a positive whole number, without the zeros at its end. Times and counts are such numbers. */
const pairsOfWhole = (whole: number): number => {
  let rest = whole;
  while (rest % 100 === 0) rest /= 100;
  let pairs = 1;
  for (; rest >= 100; rest = Math.floor(rest / 100)) pairs += 1;
  return pairs;
};

/** The largest item in bytes that DynamoDB takes. */
const LARGEST_ITEM = 400 * 1024;

/**
 * Checks whether an item fits the table. Check this before a batch, because DynamoDB refuses the whole batch for one
 * item that is too large.
 */
export const fitsTable = (item: Item): boolean => itemSize(item) <= LARGEST_ITEM;

/** Returns the size of an item in bytes as DynamoDB counts it: names and values. */
export const itemSize = (item: Item): number => {
  let size = 0;
  for (const name of Object.keys(item))
    if (item[name] !== undefined) size += Buffer.byteLength(name) + valueSize(item[name]);
  return size;
};

/** The most tries of a write. Each failed try means that another write of the same item succeeded. */
const ATTEMPTS = 20;

export type WithRev<T> = { rev: number; value: T };

/** Returns the condition that an item is of this revision; 0 if there is none yet. */
export const unchangedSince = (rev: number): Expression =>
  rev === 0 ? itemIsNew : { text: '#rev = :rev', names: { '#rev': 'rev' }, values: { ':rev': rev } };

/**
 * Changes a value under optimistic locking. Returns what is stored then; null if others wrote it each time. `change`
 * returns null to leave it as it is. `write` returns false if the item is no longer of the revision.
 */
export const tryChanging = async <T>(
  read: () => Promise<WithRev<T>>,
  change: (value: T) => T | null,
  write: (value: T, rev: number) => Promise<boolean>,
): Promise<T | null> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { rev, value } = await read();
    const changed = change(value);
    if (changed === null) return value;
    if (await write(changed, rev)) return changed;
    await pauseBriefly();
  }
  return null;
};

/** As `tryChanging` does. `what` names the value in the error. @throws StorageThrottledError if others wrote it each time. */
export const changing = async <T>(what: string, ...parts: Parameters<typeof tryChanging<T>>): Promise<T> => {
  const stored = await tryChanging(...parts);
  if (stored !== null) return stored;
  throw new StorageThrottledError(`${what} were written by others ${ATTEMPTS} times over`);
};
