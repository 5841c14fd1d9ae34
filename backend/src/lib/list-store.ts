/** A short list that a reader has. */
export type ListStore<T> = {
  list: (userId: string) => Promise<T[]>;
  /**
   * Changes the list under optimistic locking; `change` returns null to leave it as it is. Returns the list that is stored
   * then.
   */
  change: (userId: string, change: (stored: T[]) => T[] | null) => Promise<T[]>;
};
