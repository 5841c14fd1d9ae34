import type { Job } from '@omomi/backend/contract';
import { describe, expect, it } from 'vitest';
import { fetchRowsOf, troubledCount, troubledFeeds } from './results.ts';
import { nameOf, summaryOf } from './job-line.tsx';
import { texts } from '../../../test/texts.ts';

const job = (kind: Job['kind'], result: Job['result']): Job => ({
  job_id: 'abcdefgh',
  kind,
  state: 'done',
  done: 1,
  total: 1,
  result,
  created_at: '2026-03-01T12:00:00.000Z',
  feed_id: null,
  undo_until: null,
});

const row = (feedId: string, outcome: string, fresh: number) => ({
  feed_id: feedId.repeat(16),
  outcome,
  total: 5,
  new_articles: fresh,
  unchanged: 5 - fresh,
  error_code: outcome === 'failed' ? 'timed_out' : null,
  why: null,
});

describe('the result of a job', () => {
  it('is summarised for each kind of job, and null before there is one', () => {
    const told = (kind: Job['kind'], result: Job['result']) => summaryOf(texts.jobs.en, job(kind, result));
    expect(told('fetch-feeds', { new_articles: 3, failed_feeds: 1, stopped_feeds: 2 })).toBe(
      '3 new articles, 3 feeds need attention',
    );
    expect(told('cleanup', { deleted_articles: 2, deleted_read_articles: 1 })).toBe(
      '2 unread articles and 1 read one removed',
    );
    expect(told('recalculate', { changed_entries: 7 })).toBe('7 scores changed');
    const ruled = { matched_articles: 20, changed_entries: 20 };
    expect(told('apply-rules', ruled)).toBe('20 articles match, 20 changed');
    expect(told('apply-rules', { ...ruled, changed_by_others: 14 })).toBe(
      '20 articles match, 20 changed; 14 others brought in line with the factors and tags of all rules',
    );
    expect(told('mark-read', { marked_articles: 1 })).toBe('1 article');
    expect(told('import', { imported: 4, failed: 2 })).toBe('4 feeds added, 2 not');
    expect(told('import', { imported: 1, failed: 0, articles: 30 })).toBe('1 feed added, 30 articles');
    expect(told('unsubscribe', { title: 'News', removed_articles: 700 })).toBe('700 articles removed');
    expect(told('older-articles', { brought_articles: 1 })).toBe('1 older article');
    for (const kind of ['cleanup', 'recalculate', 'mark-read', 'unsubscribe', 'older-articles'] as const)
      expect(told(kind, {})).toBeNull();
    expect(told('fetch-feeds', null)).toBeNull();
  });

  it('names the feed that a job fetches or leaves', () => {
    const named = (kind: Job['kind'], feed_id: string | null, title: string | null, result: Job['result']) =>
      nameOf(texts.jobs.en, { ...job(kind, result), feed_id }, title);
    const feedId = '1'.repeat(16);
    expect(named('fetch-feeds', null, null, null)).toBe('Fetching feeds');
    expect(named('fetch-feeds', feedId, 'News', null)).toBe('Fetching News');
    expect(named('unsubscribe', feedId, null, { title: 'News' })).toBe('Unsubscribing from News');
    expect(named('unsubscribe', feedId, null, null)).toBe('Unsubscribing from a feed');
    expect(named('older-articles', null, null, null)).toBe('Bringing older articles');
  });

  it('lists the feeds of a fetch, failed ones first, then by new articles', () => {
    const rows = [
      row('1', 'unchanged', 0),
      row('2', 'updated', 2),
      row('3', 'failed', 0),
      row('4', 'updated', 4),
    ];
    expect(fetchRowsOf(job('fetch-feeds', { rows })).map((each) => each.feed_id[0])).toEqual([
      '3',
      '4',
      '2',
      '1',
    ]);
    expect(fetchRowsOf(job('fetch-feeds', { rows: [{ feed_id: 'x' }] }))).toEqual([]);
    expect(fetchRowsOf(job('fetch-feeds', null))).toEqual([]);
  });

  it('tells of one feed how many items are new, unchanged and left out', () => {
    expect(texts.jobs.en.rowFacts(50, 60, 0, 10)).toBe('50 new · 60 in the feed · 0 unchanged · 10 left out');
    expect(texts.jobs.ja.rowFacts(50, 60, 0, 0)).toBe('新着50件 · 全60件 · 変更なし0件');
  });

  it('names the feeds that failed or are stopped, so that they can be tried again', () => {
    const rows = [row('1', 'updated', 2), row('2', 'failed', 0), row('3', 'stopped', 0)];
    const result = { new_articles: 2, failed_feeds: 1, stopped_feeds: 1, rows };
    expect(troubledCount(job('fetch-feeds', result))).toBe(2);
    expect(troubledFeeds(job('fetch-feeds', result))).toEqual(['2'.repeat(16), '3'.repeat(16)]);
    expect(troubledCount(job('fetch-feeds', { new_articles: 2 }))).toBe(0);
  });
});
