import { z } from 'zod';
import { CorruptItemError } from './errors.ts';
import type { Item } from './table.ts';

/** An attribute that is left out of the item where it is null. */
export const absentAsNull = <T extends z.ZodType>(schema: T) => schema.nullable().default(null);

/** A flag that is left out of the item where it is false. */
export const absentAsFalse = z.boolean().default(false);

export const binary = z.instanceof(Uint8Array);

export const keyed = z.object({ PK: z.string(), SK: z.string() });

/** @throws CorruptItemError naming the item and what is wrong with it. */
export const parseItem = <T extends z.ZodType>(schema: T, item: Item): z.output<T> => {
  const parsed = schema.safeParse(item);
  if (parsed.success) return parsed.data;
  throw new CorruptItemError(
    `Item ${String(item['PK'])} / ${String(item['SK'])} cannot be read: ${z.prettifyError(parsed.error)}`,
  );
};

/** Runs a decoder of binary attributes; what it throws means that the item is corrupt. */
export const decoding = <T>(item: { PK: string; SK: string }, decode: () => T): T => {
  try {
    return decode();
  } catch (error) {
    throw new CorruptItemError(`Item ${item.PK} / ${item.SK} holds bytes that cannot be read`, {
      cause: error,
    });
  }
};

/** The item without its null, undefined and false attributes, which reading restores. */
export const compact = (item: Item): Item =>
  Object.fromEntries(
    Object.entries(item).filter(([, value]) => value !== null && value !== undefined && value !== false),
  );

/** The longest beginning of the text that has at most so many bytes in UTF-8; no character is split. */
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

/** Together with an address of 200 bytes this keeps a feed under 1 KB. */
const FEED_TITLE_BYTES = 140;

/** A feed's title as it is stored, with the feed and with each subscription. */
export const fittedTitle = (title: string): string => cutToBytes(title, FEED_TITLE_BYTES);

/** Bytes DynamoDB bills for an attribute's value: see "DynamoDB item sizes and formats" in its guide. */
const valueSize = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return numberSize(value);
  if (value instanceof Uint8Array) return value.byteLength;
  if (Array.isArray(value))
    return 3 + value.reduce((sum: number, element) => sum + 1 + valueSize(element), 0);
  if (typeof value === 'object' && value !== null) {
    return (
      3 +
      Object.entries(value).reduce(
        (sum, [name, member]) => sum + 1 + Buffer.byteLength(name) + valueSize(member),
        0,
      )
    );
  }
  return 1;
};

/** A byte for each pair of decimal digits, counted from the decimal point, one for the exponent and one for a minus sign. */
const numberSize = (value: number): number => {
  if (value === 0) return 1;
  const [digits = '', exponent = '0'] = Math.abs(value).toExponential().replace('.', '').split('e');
  const highest = Number(exponent);
  const pairs = Math.floor(highest / 2) - Math.floor((highest - digits.length + 1) / 2) + 1;
  return pairs + 1 + (value < 0 ? 1 : 0);
};

/** DynamoDB's limit for an item. */
const LARGEST_ITEM = 400 * 1024;

/** Asked before a batch, which DynamoDB would refuse as a whole for one item. */
export const fitsTable = (item: Item): boolean => itemSize(item) <= LARGEST_ITEM;

/** Size of an item in bytes as DynamoDB counts it: names and values. */
export const itemSize = (item: Item): number =>
  Object.entries(item).reduce(
    (sum, [name, value]) => (value === undefined ? sum : sum + Buffer.byteLength(name) + valueSize(value)),
    0,
  );
