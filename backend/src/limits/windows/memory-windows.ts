import { createRememberedWindows } from './remembered-windows.ts';
import { windowMilliseconds } from './rule.ts';
import type { WindowStore } from './window.ts';

/**
 * Creates the windows of a service that always runs as one process. No other process counts in them, and a restart
 * begins them anew.
 */
export const createMemoryWindows = (): WindowStore => {
  const windows = createRememberedWindows();
  return {
    count: async (keyHash, rule, now) => {
      const time = now.getTime();
      const { count, ends_at } = windows.get(keyHash, time) ?? {
        count: 0,
        ends_at: time + windowMilliseconds(rule),
      };
      if (count >= rule.attempts) return { count, ends_at, is_counted: false };
      windows.set(keyHash, { count: count + 1, ends_at, is_blocked: false }, time);
      return { count: count + 1, ends_at, is_counted: true };
    },
  };
};
