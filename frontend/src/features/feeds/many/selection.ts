/** The selected feeds, and the one from which a range is selected. */
export type Selection = { ids: ReadonlySet<string>; anchor: string | null };

export const nothing: Selection = { ids: new Set(), anchor: null };

/**
 * Returns the selection after a press on a feed: that feed changes, or with `isRange` all between the last one and it get
 * the state that it gets. `order` is the ids as they are shown.
 */
export const toggled = (
  { ids, anchor }: Selection,
  order: readonly string[],
  id: string,
  isRange: boolean,
): Selection => {
  const from = isRange && anchor !== null ? order.indexOf(anchor) : -1;
  const to = order.indexOf(id);
  const changed = from === -1 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
  const next = new Set(ids);
  for (const each of changed) {
    if (ids.has(id)) next.delete(each);
    else next.add(each);
  }
  return { ids: next, anchor: id };
};

/** Returns the selection with all feeds that are shown, or without them if all of them are selected. */
export const allToggled = ({ ids, anchor }: Selection, order: readonly string[]): Selection => {
  const isFull = order.every((id) => ids.has(id));
  const shown = new Set(order);
  return {
    ids: new Set(isFull ? [...ids].filter((id) => !shown.has(id)) : [...ids, ...order]),
    anchor,
  };
};
