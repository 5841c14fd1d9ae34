/** A feed, which has its position within its folder, or a folder, which has it among folders. */
type Placed = { position: number | null };

/** The distance between neighbours after they were numbered, so that most moves change one position. */
const GAP = 1024;

/** Returns a position between two neighbours; null if there is none. Undefined is no neighbour, null one without. */
const between = (before: number | null | undefined, after: number | null | undefined): number | null => {
  if (before === null) return null;
  if (after === null || after === undefined) return before === undefined ? 0 : before + GAP;
  if (before === undefined) return after - GAP;
  return after - before > 1 ? before + Math.floor((after - before) / 2) : null;
};

/**
 * Returns the items whose position must change so that the item at `from` comes to `to`, with their new positions.
 * `items` are in their order. If there is no room at `to`, items are numbered anew up to there, and beyond as far as
 * they have positions.
 */
export const positionsFor = <T extends Placed>(
  items: readonly T[],
  from: number,
  to: number,
): { item: T; position: number }[] => {
  const item = items[from];
  if (item === undefined || from === to || items[to] === undefined) return [];
  const moved = items.toSpliced(from, 1).toSpliced(to, 0, item);
  const position = between(moved[to - 1]?.position, moved[to + 1]?.position);
  if (position !== null) return [{ item, position }];
  return moved
    .map((each, at) => ({
      item: each,
      position: (at + 1) * GAP,
      isNumbered: at <= to || each.position !== null,
    }))
    .filter(({ isNumbered }) => isNumbered)
    .filter((each) => each.item.position !== each.position)
    .map((each) => ({ item: each.item, position: each.position }));
};
