/** The error of an order that does not name every item exactly once. `field` is the field of the request. */
export class OrderError extends Error {
  override readonly name = 'OrderError';
  readonly field: string;

  constructor(message: string, field: string) {
    super(message);
    this.field = field;
  }
}

/**
 * Returns the items in the order of the ids, which a request gave in `field`. `what` names the items in the error.
 * @throws OrderError that names the items that are missing, and the ids that are unknown or repeated.
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
  if (missing.length > 0) throw new OrderError(`The order lacks ${missing.join(', ')}.`, field);
  if (wrong.length > 0)
    throw new OrderError(`The order names unknown or repeated ${what}: ${wrong.join(', ')}.`, field);
  return ids.flatMap((id) => byId.get(id) ?? []);
};
