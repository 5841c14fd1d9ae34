import { indexes, primaryKey, type Key } from '../../storage/table/keys.ts';
import { ValidationError, cleanItem, type Attributes, type Value } from './values.ts';
import { crc32 } from 'node:zlib';

// The longest keys in bytes: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
const LONGEST_PARTITION = 2048;
const LONGEST_SORT = 1024;

/** The key attributes, which no update may change. */
export const keyAttributes: readonly string[] = [primaryKey.partition, primaryKey.sort];

const checkedKey = (value: unknown, name: string, longest: number): string => {
  if (typeof value !== 'string')
    throw new ValidationError(`Type mismatch for key ${name}: it must be a string`);
  if (value === '') throw new ValidationError(`The key ${name} must not be an empty string`);
  const bytes = Buffer.byteLength(value);
  if (bytes > longest)
    throw new ValidationError(
      // These are DynamoDB's words. The stores recognise by them that an item is too large.
      name === primaryKey.partition
        ? `Size of hashkey has exceeded the maximum size limit of ${longest} bytes: ${bytes}`
        : `Aggregated size of all range keys has exceeded the size limit of ${longest} bytes: ${bytes} in ${name}`,
    );
  return value;
};

export const itemKey = (item: Attributes): Key => ({
  PK: checkedKey(item[primaryKey.partition], primaryKey.partition, LONGEST_PARTITION),
  SK: checkedKey(item[primaryKey.sort], primaryKey.sort, LONGEST_SORT),
});

/**
 * Returns the key that a request names.
 * @throws ValidationError unless it has exactly the two key attributes, each a valid key.
 */
export const requestKey = (given: unknown): Key => {
  const key = cleanItem(given);
  if (Object.keys(key).length !== keyAttributes.length)
    throw new ValidationError('The provided key element does not match the schema');
  return itemKey(key);
};

/** Refuses an item whose index keys are not strings, are empty or are too long. */
export const checkIndexKeys = (item: Attributes): void => {
  for (const attribute of Object.values(indexes))
    if (Object.hasOwn(item, attribute)) checkedKey(item[attribute], attribute, LONGEST_SORT);
};

/** The form of an item in its row. */
type StoredItem = {
  /**
   * The item as JSON. If `is_encoded` is 1, `{"$b": "<base64>"}` is a binary, and a name that begins with `$` has one
   * more `$`.
   */
  item: string;
  is_encoded: number;
  /** The CRC-32 of the text, because SQLite itself does not notice a changed byte. */
  crc: number;
};

const needsEncoding = (value: Value): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Uint8Array) return true;
  if (Array.isArray(value)) return value.some(needsEncoding);
  return Object.entries(value).some(([name, member]) => name.startsWith('$') || needsEncoding(member));
};

const encode = (value: Value): Value => {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return { $b: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return value.map(encode);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.startsWith('$') ? `$${name}` : name, encode(member)]),
  );
};

/** Returns what `encode` was given. Changes the members in place, because copying every level takes three times as long. */
const decode = (value: Value): Value => {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) {
    for (const [index, member] of value.entries()) value[index] = decode(member);
    return value;
  }
  if (typeof value['$b'] === 'string') return new Uint8Array(Buffer.from(value['$b'], 'base64'));
  const names = Object.keys(value);
  if (names.some((name) => name.startsWith('$')))
    return Object.fromEntries(
      names.map((name) => [name.startsWith('$') ? name.slice(1) : name, decode(value[name] ?? null)]),
    );
  for (const name of names) {
    const member = value[name];
    if (typeof member === 'object' && member !== null) value[name] = decode(member);
  }
  return value;
};

export const toText = (item: Attributes): StoredItem => {
  const isEncoded = needsEncoding(item);
  const text = JSON.stringify(isEncoded ? encode(item) : item);
  return { item: text, is_encoded: Number(isEncoded), crc: crc32(text) };
};

const isAttributes = (value: Value): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

/** Returns the item of a row by the UTF-8 bytes of its text, or null if they are not what was written. */
export const fromBytes = (
  bytes: Uint8Array,
  isEncoded: StoredItem['is_encoded'],
  crc: StoredItem['crc'],
): Attributes | null => {
  if (crc32(bytes) !== crc) return null;
  const parsed: Value = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
  const value = isEncoded === 1 ? decode(parsed) : parsed;
  return isAttributes(value) ? value : null;
};
