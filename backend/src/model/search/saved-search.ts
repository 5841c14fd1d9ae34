import type { SavedSearch } from '../../contract/index.ts';

/** A reader's saved searches in the order in which they are shown. */
export type SavedSearchStore = {
  list: (userId: string) => Promise<SavedSearch[]>;
  /**
   * Changes the saved searches under optimistic locking; `change` returns null to leave them as they are. Returns those
   * that are stored then.
   */
  change: (userId: string, change: (stored: SavedSearch[]) => SavedSearch[] | null) => Promise<SavedSearch[]>;
};
