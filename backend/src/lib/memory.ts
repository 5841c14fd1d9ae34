/** Returns the function so that it runs once for each object. Its value is kept as long as the object is in memory. */
export const oncePer = <K extends object, V>(make: (key: K) => V): ((key: K) => V) => {
  const made = new WeakMap<K, { value: V }>();
  return (key) => {
    const one = made.get(key) ?? { value: make(key) };
    made.set(key, one);
    return one.value;
  };
};

/** Returns the function so that it runs once, at its first call. All calls get the same promise; after a failure the next tries again. */
export const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
};

/** Deletes the keys that were set first from a map that has more than `most`. A key that is set again keeps its place unless it was deleted before. */
export const deleteOldest = <K>(map: Map<K, unknown>, most: number): void => {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
};
