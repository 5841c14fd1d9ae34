import type { Window } from './window.ts';

export type RememberedWindow = Window & {
  /** True if no further request passes before the window ends. */
  is_blocked: boolean;
};

/** The windows that one instance remembers, for a limited number of keys. */
export type RememberedWindows = {
  /** Returns the window that runs at `now` (milliseconds since 1970); null if none is known. */
  get: (keyHash: string, now: number) => RememberedWindow | null;
  set: (keyHash: string, window: RememberedWindow, now: number) => void;
  size: () => number;
};

/** Number of keys: enough for a flood from many addresses, at about 200 bytes each. */
const defaultCapacity = 10_000;

export const createRememberedWindows = (capacity = defaultCapacity): RememberedWindows => {
  const windows = new Map<string, RememberedWindow>();

  // Removes ended windows, and then, if needed, the oldest ones, which come first in the map's insertion order. It
  // frees a tenth of the capacity at once, so that a flood of new keys does not scan the map for each key.
  const makeRoom = (now: number) => {
    for (const [key, { ends_at }] of windows) if (ends_at <= now) windows.delete(key);
    const enough = Math.floor(capacity * 0.9);
    for (const key of windows.keys()) {
      if (windows.size <= enough) return;
      windows.delete(key);
    }
  };

  return {
    get: (keyHash, now) => {
      const window = windows.get(keyHash);
      return window === undefined || window.ends_at <= now ? null : window;
    },
    set: (keyHash, window, now) => {
      if (!windows.has(keyHash) && windows.size >= capacity) makeRoom(now);
      windows.set(keyHash, window);
    },
    size: () => windows.size,
  };
};
