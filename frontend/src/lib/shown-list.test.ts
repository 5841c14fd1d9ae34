import type { ArticleRow } from '@omomi/backend/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api/api-error.ts';
import { loadToEnd, setShownList } from './shown-list.ts';

const PAGE = 3;
/** Rows of which only the id matters here. */
const rowsUpTo = (count: number): ArticleRow[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Array.from({ length: count }, (_, at) => ({ article_id: String(at) }) as ArticleRow);

/** Shows the first rows of a list, and a page more for each call of `loadMore` for which `before` returns true. */
const showList = (
  length: number,
  before: (page: number) => Promise<boolean> = () => Promise.resolve(true),
) => {
  let pages = 0;
  const show = (): void => {
    pages += 1;
    setShownList({
      rows: rowsUpTo(Math.min(length, pages * PAGE)),
      hasMore: pages * PAGE < length,
      currentId: null,
      loadMore: async () => {
        // As on the page, the rows are shown some time after they were loaded.
        if (await before(pages)) queueMicrotask(show);
      },
    });
  };
  show();
};

describe('a list that is loaded to its end', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    setShownList(null);
  });

  it.each([1, 3, 4, 20])('has all of its %i rows', async (length) => {
    showList(length);
    expect(await loadToEnd('0')).toEqual(rowsUpTo(length));
  });

  it('is none if a list without the article is shown before', async () => {
    showList(20, (page) => {
      if (page === 3) setShownList(null);
      return Promise.resolve(page < 3);
    });
    expect(await loadToEnd('0')).toBeNull();
  });

  it('rejects with the error of a page that could not be loaded', async () => {
    showList(20, (page) => (page === 2 ? Promise.reject(new Error('no page')) : Promise.resolve(true)));
    await expect(loadToEnd('0')).rejects.toThrow('no page');
  });

  it('waits as long as the limit of requests demands, and goes on', async () => {
    const limit = new ApiError(
      {
        code: 'RATE_LIMITED',
        message: 'Too many requests.',
        category: 'limit',
        action: 'Wait.',
        details: { retry_after: 30 },
      },
      429,
    );
    let refusals = 0;
    showList(20, (page) => {
      if (page !== 4 || refusals === 2) return Promise.resolve(true);
      refusals += 1;
      return Promise.reject(limit);
    });
    const all = loadToEnd('0');
    await vi.advanceTimersByTimeAsync(61_000);
    let isDone = false;
    void all.finally(() => {
      isDone = true;
    });
    await vi.advanceTimersByTimeAsync(500);
    expect(isDone).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await all).toEqual(rowsUpTo(20));
    expect(refusals).toBe(2);
  });
});
