/** Deletes the keys that were set first from a map that has more than `most`. A key that is set again keeps its place unless it was deleted before. */
export const deleteOldest = <K>(map: Map<K, unknown>, most: number): void => {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
};
