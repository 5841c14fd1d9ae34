import type { EntryChanges } from '../../../src/model/search-stores.ts';

/** The changes of a table of which nobody knows what was written. */
export const unknownChanges: EntryChanges = {
  since: () => Promise.resolve({ token: null, article_ids: null }),
};
