import type { Query, QueryClient } from '@tanstack/react-query';
import { showWaitingMarkAlls } from '../../../lib/marks/mark-all.ts';
import { readMarksOf } from '../../../lib/marks/read-marks.ts';
import { keys } from '../../../lib/queries/query-keys.ts';
import { waitingChanges } from '../../../lib/offline/outbox.ts';
import { applyChange } from './mutations.ts';

/**
 * Puts the marks that were made during a request for articles back after its answer. They are missing in the answer, and
 * also in the pages of a list that were loaded before: TanStack Query keeps those as they were when the request began.
 * Returns the function that ends it.
 */
export const keepMarks = (client: QueryClient): (() => void) => {
  const marks = readMarksOf(client);
  const begun = new WeakMap<Query, number>();
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryKey[0] !== keys.articles[0]) return;
    const { action, query } = event;
    if (action.type === 'fetch') begun.set(query, marks.now());
    if (action.type !== 'success' || action.manual === true) return;
    showWaitingMarkAlls(client);
    for (const { article_id, is_read } of marks.later(begun.get(query) ?? marks.now()))
      applyChange(client, article_id, { is_read });
    for (const change of waitingChanges())
      if (change.kind === 'save') applyChange(client, change.article_id, { is_saved: change.is_saved });
  });
};
