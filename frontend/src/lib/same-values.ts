/** True if two objects have the same properties with the same values, compared as `Object.is` does. */
export const haveSameValues = <T extends object>(a: T, b: T): boolean => {
  const [before, now] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    before.length === now.size &&
    before.every(([name, value]) => now.has(name) && Object.is(now.get(name), value))
  );
};
