import { invalidInput } from './errors.ts';

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
