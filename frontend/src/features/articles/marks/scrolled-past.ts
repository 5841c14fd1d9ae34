/** Keeps account of the rows that were on the screen, and tells which of them the reader has scrolled past. */
export const createScrolledPast = () => {
  let seen = new Set<string>();
  const told = new Set<string>();
  return {
    /** Notes the rows that are on the screen now. */
    see: (shown: readonly string[]): void => {
      for (const id of shown) seen.add(id);
    },
    /** Notes that something else than the reader has scrolled. What was on the screen before counts no longer. */
    jumped: (shown: readonly string[]): void => {
      seen = new Set(shown);
    },
    /**
     * Returns the rows that were on the screen and stand above it now; `order` are all rows of the list. Each is returned
     * once, so that one that the reader marks unread again stays so.
     */
    past: (order: readonly string[], shown: readonly string[]): string[] => {
      const first = order.findIndex((id) => id === shown[0]);
      const ids = order.slice(0, Math.max(0, first)).filter((id) => seen.has(id) && !told.has(id));
      for (const id of ids) told.add(id);
      for (const id of shown) seen.add(id);
      return ids;
    },
  };
};
