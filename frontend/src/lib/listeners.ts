/** Creates an empty set of functions that are called when something changes. */
export const createListeners = () => {
  const listeners = new Set<() => void>();
  return {
    /** Adds a function. Returns the function that removes it. */
    add: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    callAll: (): void => {
      for (const listener of listeners) listener();
    },
  };
};
