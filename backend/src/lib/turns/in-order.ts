/** Runs `task` with what `prepared` brings, after all tasks that were handed in before. */
type InOrder = <P, R>(prepared: Promise<P>, task: (prepared: P) => Promise<R>) => Promise<R>;

/**
 * Creates a function that runs tasks one at a time, in the order in which they are handed in, while what they need is prepared for many of
 * them at once. A task that fails, or whose preparation does, lets the next one begin.
 */
export const createOrder = (): InOrder => {
  let last: Promise<unknown> = Promise.resolve();
  return (prepared, task) => {
    const before = last;
    const result = Promise.all([prepared, before]).then(([ready]) => task(ready));
    last = Promise.allSettled([before, result]);
    return result;
  };
};
