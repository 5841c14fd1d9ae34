import fc from 'fast-check';
import { setImmediate } from 'node:timers/promises';

/**
 * A scheduler whose tasks run in any order. After each one it waits until all that follows from it is under way: a task whose answer
 * passes through several promises would otherwise never begin its next one before the others have had their turns.
 */
export const anyTurn = () =>
  fc.scheduler({
    act: async (run) => {
      await run();
      await setImmediate();
    },
  });
