import { invalidInput, isItemError } from './errors.ts';

/** Splits a list into pieces of at most `size`, in order. */
export const inBatches = <T>(list: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));

/** Checks whether two lists have the same texts in the same order. */
export const haveSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, at) => text === b[at]);

/**
 * Returns a negative number, 0 or a positive number as `a` is before, equal to or after `b` in the order of their UTF-8 bytes. That is
 * the order of the table's keys; that of JavaScript differs where a text has characters beyond U+FFFF.
 */
export const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/**
 * Returns the items in the order of the ids, which a request gave in `field`. `what` names the items in the error.
 * @throws VALIDATION_FAILED that names the items that are missing, and the ids that are unknown or repeated.
 */
export const reordered = <T extends { name: string }>(
  items: readonly T[],
  ids: readonly string[],
  { idOf, what, field }: { idOf: (item: T) => string; what: string; field: string },
): T[] => {
  const byId = new Map(items.map((item) => [idOf(item), item]));
  const asked = new Set(ids);
  const missing = items.filter((item) => !asked.has(idOf(item))).map(({ name }) => `“${name}”`);
  const wrong = ids.filter((id, at) => !byId.has(id) || ids.indexOf(id) !== at);
  if (missing.length > 0) throw invalidInput(field, `The order lacks ${missing.join(', ')}.`);
  if (wrong.length > 0)
    throw invalidInput(field, `The order names unknown or repeated ${what}: ${wrong.join(', ')}.`);
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/**
 * Reads items together, or each alone if one of them cannot be read, so that it does not keep the others from being
 * found. `onFailure` gets the key and the error of one that cannot be read.
 */
export const readEach = async <K, T>(
  keys: K[],
  getMany: (keys: K[]) => Promise<T[]>,
  onFailure: (key: K, error: Error) => void,
): Promise<T[]> => {
  const [only, ...others] = keys;
  if (only === undefined) return [];
  try {
    return await getMany(keys);
  } catch (error) {
    if (!isItemError(error)) throw error;
    if (others.length === 0) {
      onFailure(only, error);
      return [];
    }
  }
  const found: T[] = [];
  for (const key of keys) found.push(...(await readEach([key], getMany, onFailure)));
  return found;
};
