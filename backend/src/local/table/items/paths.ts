import { ValidationError } from './errors.ts';
import type { Attributes, Value } from './values.ts';

/** The names from the item down to an attribute or to a member of its maps. */
export type NamedPath = readonly string[];

const isMap = (value: Value | undefined): value is Attributes =>
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
