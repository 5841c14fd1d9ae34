import { setImmediate } from 'node:timers/promises';

/**
 * Calls `visit` with the members of a list in order, and lets the process do other work after every `size` of them, so
 * that nothing else has to wait for long.
 */
export const visitYielding = async <T>(
  list: readonly T[],
  size: number,
  visit: (member: T) => void,
): Promise<void> => {
  for (const [at, member] of list.entries()) {
    if (at > 0 && at % size === 0) await setImmediate();
    visit(member);
  }
};
