import type { ArticleRow, Feed, Page } from '@omomi/backend/contract';
import { type InfiniteData, QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { articleFixture, feedFixture } from '../../../test/fixtures.ts';
import type { MarkAll } from '../offline/outbox.ts';
import { keys } from '../queries/query-keys.ts';
import { covers, hideMarkAll, isCleared, showMarkAll, markAllBody, beforeOf } from './mark-all.ts';

const at = '2026-03-01T11:05:00.000Z';
const mark = (changes: Partial<MarkAll> = {}): MarkAll => ({
  kind: 'mark-all',
  before: at,
  feed_ids: null,
  folder: null,
  is_whole: true,
  count: null,
  ...changes,
});
const { feed_id: one } = feedFixture(1);
const { feed_id: two } = feedFixture(2);

const setUp = () => {
  const client = new QueryClient();
  const rows = [
    articleFixture(1),
    articleFixture(2, { is_read: true }),
    articleFixture(3, { feed_id: two }),
    articleFixture(4, { created_at: '2026-03-01T11:05:00.001Z' }),
  ];
  const queryKey = [...keys.articleLists, 'test'];
  client.setQueryData(queryKey, { pages: [{ items: rows }], pageParams: [''] });
  client.setQueryData(keys.article(rows[0]?.article_id ?? ''), rows[0]);
  const feeds = [1, 2].map((n) => feedFixture(n, { unread_count: n + 4, has_unread: true }));
  client.setQueryData(keys.feeds, { items: feeds });
  const isRead = () =>
    client
      .getQueryData<InfiniteData<Page<ArticleRow>>>(queryKey)
      ?.pages.flatMap(({ items }) => items.map((row) => row.is_read));
  const counts = () =>
    client.getQueryData<Page<Feed>>(keys.feeds)?.items.map(({ unread_count }) => unread_count);
  const isOpenRead = () => client.getQueryData<ArticleRow>(keys.article(rows[0]?.article_id ?? ''))?.is_read;
  return { client, isRead, counts, isOpenRead };
};

describe('a mark of all articles that waits', () => {
  it('covers what had arrived until then in its feeds', () => {
    const row = articleFixture(1);
    expect(covers(mark(), row)).toBe(true);
    expect(covers(mark({ feed_ids: [one] }), row)).toBe(true);
    expect(covers(mark({ feed_ids: [two] }), row)).toBe(false);
    expect(covers(mark({ before: '2026-03-01T11:04:59.999Z' }), row)).toBe(false);
  });

  it('names its folder to the server, which may have more feeds than a request may name', () => {
    expect(markAllBody(mark())).toEqual({ before: at });
    expect(markAllBody(mark({ feed_ids: [one] }))).toEqual({ before: at, feed_ids: [one] });
    expect(markAllBody(mark({ feed_ids: [one, two], folder: 'News' }))).toEqual({
      before: at,
      folder: 'News',
    });
  });

  it('leaves nothing unread in its feeds, unless it is only of old articles', () => {
    expect(isCleared(one, [])).toBe(false);
    expect(isCleared(one, [mark({ feed_ids: [two] }), mark({ is_whole: false })])).toBe(false);
    expect(isCleared(one, [mark({ feed_ids: [two] }), mark()])).toBe(true);
  });

  it('is shown in the lists, the open article and the counts, and taken back from them', () => {
    const { client, isRead, counts, isOpenRead } = setUp();
    const shown = showMarkAll(client, mark({ feed_ids: [one] }));
    expect(isRead()).toEqual([true, true, false, false]);
    expect([counts(), isOpenRead()]).toEqual([[0, 6], true]);
    hideMarkAll(client, shown);
    expect(isRead()).toEqual([false, true, false, false]);
    expect([counts(), isOpenRead()]).toEqual([[5, 6], false]);
  });

  it('changes no count if it is only of old articles', () => {
    const { client, isRead, counts } = setUp();
    showMarkAll(client, mark({ is_whole: false }));
    expect(isRead()).toEqual([true, true, true, false]);
    expect(counts()).toEqual([5, 6]);
  });
});

describe('the moment up to which articles are marked', () => {
  it('is now, or earlier by the age that they must have', () => {
    const now = new Date('2026-03-08T12:00:00.000Z');
    expect(beforeOf(0, now)).toBe('2026-03-08T12:00:00.000Z');
    expect(beforeOf(86_400_000, now)).toBe('2026-03-07T12:00:00.000Z');
  });
});
