import type { EntryChanges } from '../../model/article/entry-changes.ts';
import { entriesOf, idIn } from '../../storage/table/keys.ts';
import type { RowChanges } from './rows/changes.ts';

/** Creates what tells which entries were written, from what the table remembers of its rows. */
export const createEntryChanges = ({ since }: Pick<RowChanges, 'since'>): EntryChanges => ({
  since: (userId, token) => {
    const { last, sortKeys } = since(entriesOf(userId), token);
    return { token: last, article_ids: sortKeys === null ? null : sortKeys.map(idIn) };
  },
});
