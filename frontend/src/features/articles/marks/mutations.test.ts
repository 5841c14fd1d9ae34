import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { articleFixture } from '../../../../test/fixtures.ts';
import { readMarksOf } from '../../../lib/marks/read-marks.ts';
import { keys } from '../../../lib/queries/query-keys.ts';
import { rowsOf } from '../cache.ts';
import { keepMarks, applyChange } from './mutations.ts';

describe('marks that an answer does not know yet', () => {
  beforeEach(() => {
    vi.stubGlobal('document', { addEventListener: () => undefined });
    vi.stubGlobal('window', { addEventListener: () => undefined });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('stay on the pages that were loaded before, and come onto a page that was on its way', async () => {
    const client = new QueryClient();
    const forget = keepMarks(client);
    const [first, second] = [articleFixture(1), articleFixture(2)];
    const answers: (() => void)[] = [];
    const queryKey = [...keys.articleLists, 'test'];
    const list = {
      queryKey,
      initialPageParam: '',
      getNextPageParam: () => 'next',
      pages: 2,
      queryFn: async ({ pageParam }: { pageParam: string }) => {
        await new Promise<void>((resolve) => answers.push(resolve));
        return {
          items: pageParam === '' ? [first] : [second],
          ranked_of: null,
          next_cursor: 'n',
          has_more: true,
        };
      },
    };
    const loading = client.fetchInfiniteQuery(list);
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    answers[0]?.();
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    for (const { article_id, feed_id } of [first, second]) {
      readMarksOf(client).add({ article_id, feed_id, is_read: true });
      applyChange(client, article_id, { is_read: true });
    }
    answers[1]?.();
    await loading;
    const rows = rowsOf(client.getQueryData(queryKey));
    expect(rows.map(({ is_read }) => is_read)).toEqual([true, true]);
    forget();
    client.clear();
  });

  it('stay if another tab made them and has not sent them yet', async () => {
    const client = new QueryClient();
    const forget = keepMarks(client);
    const [first, second] = [articleFixture(1), articleFixture(2)];
    const queryKey = [...keys.articleLists, 'test'];
    const queryFn = async () => ({
      items: [first, second],
      ranked_of: null,
      next_cursor: null,
      has_more: false,
    });
    const load = () =>
      client.fetchInfiniteQuery({ queryKey, queryFn, initialPageParam: '', getNextPageParam: () => null });
    await load();
    const marks = [{ article_id: first.article_id, feed_id: first.feed_id, is_read: true }];
    readMarksOf(client).told(marks);
    for (const { article_id, is_read } of marks) applyChange(client, article_id, { is_read });
    await client.invalidateQueries({ queryKey });
    await load();
    expect(rowsOf(client.getQueryData(queryKey)).map(({ is_read }) => is_read)).toEqual([true, false]);
    forget();
    client.clear();
  });
});
