import type { EntryChanges } from '../../model/article/entry-changes.ts';
import { entriesOf, idIn } from '../../storage/table/keys.ts';
import type { RowChanges } from './rows/changes.ts';

const NUMBER = /^\d{1,15}$/u;

/** Creates what tells which entries were written, from what the table remembers of its rows. Tokens are numbers of writes. */
export const createEntryChanges = ({ since }: Pick<RowChanges, 'since'>): EntryChanges => ({
  since: (userId, token) => {
    const number = token !== null && NUMBER.test(token) ? Number(token) : null;
    const { last, sortKeys } = since(entriesOf(userId), number);
    return Promise.resolve({ token: `${last}`, article_ids: sortKeys === null ? null : sortKeys.map(idIn) });
  },
});
