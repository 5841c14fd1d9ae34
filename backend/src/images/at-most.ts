/**
 * Creates a function that runs tasks, at most `limit` of them at once. The others wait in the order in which they came.
 * The result of a task is passed on, its error too.
 */
export const createAtMost = (limit: number) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // A task that waits takes over this place.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};
