import { StorageDamagedError, StorageFullError } from '../../lib/errors.ts';
import { StorageUnavailableError } from '../../storage/table/errors.ts';
import { itemSize } from '../../storage/table/items.ts';
import { indexes, primaryKey, type Key } from '../../storage/table/keys.ts';

/** The error of a request that breaks one of DynamoDB's rules. The name is DynamoDB's; the message is our own. */
export class ValidationError extends Error {
  override readonly name = 'ValidationException';
}

export class ConditionFailedError extends Error {
  override readonly name = 'ConditionalCheckFailedException';

  constructor() {
    super('The conditional request failed');
  }
}

export class TableNotFoundError extends Error {
  override readonly name = 'ResourceNotFoundException';
}

// Primary result codes of SQLite: https://www.sqlite.org/rescode.html
const FULL = 13;
const damaged = new Set([11, 26]);

const resultCode = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : null;

/** Returns the domain's error, which names the file, for an error of SQLite. Returns any other error as it is. */
export const translateSqliteError = (error: unknown, path: string): unknown => {
  const code = resultCode(error);
  if (code === null) return error;
  const message = error instanceof Error ? error.message : '';
  if (code === FULL) return new StorageFullError(`The disk that holds ${path} is full`, { cause: error });
  if (damaged.has(code)) return damagedFile(path, message, error);
  return new StorageUnavailableError(`${path} cannot be read or written: ${message}`, { cause: error });
};

export const damagedFile = (path: string, what: string, cause?: unknown): StorageDamagedError =>
  new StorageDamagedError(
    `The file ${path} is damaged (${what}). Stop Omomi, then bring a daily copy back: npm run restore lists them`,
    { cause },
  );

/** The value of an attribute: those of DynamoDB's types that the stores use. Sets are not supported. */
export type Value = string | number | boolean | null | Uint8Array | Value[] | { [name: string]: Value };
export type Attributes = { [name: string]: Value };

// DynamoDB's limits: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
const LARGEST_ITEM = 400 * 1024;
const SMALLEST_NUMBER = 1e-130;
const DEEPEST = 32;

type ValueType = 'S' | 'N' | 'BOOL' | 'NULL' | 'B' | 'L' | 'M';

/** Returns DynamoDB's letters for the type of a value. */
export const typeOf = (value: Value): ValueType => {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return 'S';
  if (typeof value === 'number') return 'N';
  if (typeof value === 'boolean') return 'BOOL';
  if (value instanceof Uint8Array) return 'B';
  return Array.isArray(value) ? 'L' : 'M';
};

const isPlainObject = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

const cleanNumber = (value: number): number => {
  const size = Math.abs(value);
  // The SDK refuses these numbers before it sends anything, with an error that has no name of its own.
  if (!(size <= Number.MAX_SAFE_INTEGER))
    throw new Error(`The number ${value} is beyond what a JavaScript number holds exactly`);
  if (size > 0 && size < SMALLEST_NUMBER)
    throw new ValidationError(`The number ${value} is too small for DynamoDB to hold`);
  return value === 0 ? 0 : value;
};

/**
 * Returns a copy of the value without undefined members.
 * @throws ValidationError for a type that DynamoDB does not have, a value nested too deeply, or a number too small for
 * DynamoDB.
 * @throws Error for a number beyond what JavaScript holds exactly.
 */
export const cleanValue = (value: unknown, depth = 0): Value => {
  if (depth > DEEPEST) throw new ValidationError(`A value is nested more than ${DEEPEST} levels deep`);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return cleanNumber(value);
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (Array.isArray(value))
    return value.filter((element) => element !== undefined).map((element) => cleanValue(element, depth + 1));
  if (typeof value === 'object' && isPlainObject(value)) return cleanMap(value, depth);
  throw new ValidationError(`A value of the type ${Object.prototype.toString.call(value)} cannot be stored`);
};

const cleanMap = (value: object, depth: number): Attributes => {
  const cleaned: Attributes = {};
  for (const [name, member] of Object.entries(value))
    if (member !== undefined) define(cleaned, name, cleanValue(member, depth + 1));
  return cleaned;
};

/** Sets a member by any name, `__proto__` included. */
export const define = (target: Attributes, name: string, value: Value): void => {
  if (name === '__proto__')
    Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
  else target[name] = value;
};

export const cleanItem = (item: unknown): Attributes => {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    throw new ValidationError('An item is a map of attributes');
  return cleanMap(item, -1);
};

/**
 * Returns the item's size in bytes.
 * @throws ValidationError above 400 KB.
 */
export const checkedSize = (item: Attributes): number => {
  const size = itemSize(item);
  if (size > LARGEST_ITEM)
    throw new ValidationError(`Item size has exceeded the maximum allowed size: ${size} bytes`);
  return size;
};

/**
 * Compares two values as DynamoDB does: numbers by value, strings and binaries by bytes. Returns null for other types
 * or two different types.
 */
export const compareValues = (a: Value, b: Value): number | null => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  return null;
};

/** Checks whether two values have the same type and are equal. The order of map members does not matter. */
export const areEqual = (a: Value, b: Value): boolean => {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Uint8Array || b instanceof Uint8Array) return compareValues(a, b) === 0;
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((element, at) => {
        const other = b[at];
        return other !== undefined && areEqual(element, other);
      })
    );
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => {
      const [left, right] = [a[name], b[name]];
      return left !== undefined && right !== undefined && Object.hasOwn(b, name) && areEqual(left, right);
    })
  );
};

/** The names from the item down to an attribute or to a member of its maps. */
export type NamedPath = readonly string[];

export const isMap = (value: Value | undefined): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

export const valueAt = (item: Attributes, path: NamedPath): Value | undefined => {
  let value: Value | undefined = item;
  for (const name of path) {
    if (!isMap(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
};

/**
 * Returns a copy of the item with the value at the path set, or removed if the value is undefined. The maps on the way
 * are copied, not changed.
 * @throws ValidationError if the path leads through something that is not a map.
 */
export const withValueAt = (item: Attributes, path: NamedPath, value: Value | undefined): Attributes => {
  const [name = '', ...rest] = path;
  if (rest.length > 0) {
    const inner = Object.hasOwn(item, name) ? item[name] : undefined;
    if (!isMap(inner))
      throw new ValidationError('The document path provided in the update expression is invalid');
    return { ...item, [name]: withValueAt(inner, rest, value) };
  }
  if (value !== undefined) return { ...item, [name]: value };
  const { [name]: _removed, ...others } = item;
  return others;
};

/** Refuses paths if two of them are equal or if one leads to the other. */
export const refuseOverlaps = (paths: readonly NamedPath[]): void => {
  const sorted = paths.map((path) => path.map((name) => JSON.stringify(name)).join('.')).toSorted();
  for (const [at, text] of sorted.entries()) {
    const next = sorted[at + 1];
    if (next !== undefined && (next === text || next.startsWith(`${text}.`)))
      throw new ValidationError('Two document paths overlap');
  }
};

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
