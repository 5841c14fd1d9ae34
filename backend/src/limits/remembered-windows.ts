import type { Window } from './window.ts';

export type RememberedWindow = Window & {
  /** Nothing more passes before the window ends. */
  is_blocked: boolean;
};

/** What one instance remembers of the windows it saw, for at most so many keys. */
export type RememberedWindows = {
  /** Null where none is known to run at this time, in milliseconds since 1970. */
  get: (keyHash: string, now: number) => RememberedWindow | null;
  set: (keyHash: string, window: RememberedWindow, now: number) => void;
  size: () => number;
};

/** Room for a flood from many addresses, at some 200 bytes each. */
const defaultCapacity = 10_000;

export const createRememberedWindows = (capacity = defaultCapacity): RememberedWindows => {
  const windows = new Map<string, RememberedWindow>();

  // Those that ended go, and if that is not enough the oldest, which the map's order of insertion puts first. A tenth
  // at once, so that a flood of new keys does not look through all of them for each.
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
