import { expect, it } from 'vitest';
import { sampleViewer } from '../../../test/harness/api/api-samples.ts';
import type { SavedSearch } from '../../contract/index.ts';
import type { Opened } from '../keep/searcher.ts';
import { savedSearchEndpoints } from './saved-search-endpoints.ts';

const search = (name: string): SavedSearch => ({
  search_id: name,
  name,
  q: name,
  order: 'time',
  created_at: '2026-11-25T12:00:00.000Z',
});
const SEARCHES = ['one', 'two', 'three'].map(search);

/** The endpoint over no articles, which tells how many searches it has made. */
const counting = () => {
  const opened = {
    at: new Date('2026-11-25T12:00:00.000Z'),
    rows: [],
    feeds: new Map(),
    parts: [],
    indexed: { articles: 0, of: 0 },
  } as unknown as Opened;
  let made = 0;
  const endpoints = savedSearchEndpoints({
    savedSearches: { list: async () => SEARCHES },
    searcher: { open: async () => ({ ...opened }), keptParts: async () => [], forgetRows: () => {} },
    // Each search asks for the time once.
    now: () => {
      made += 1;
      return opened.at;
    },
  } as unknown as Parameters<typeof savedSearchEndpoints>[0]);
  const ask = (gone: AbortSignal, tz = 'UTC') =>
    endpoints.countSearches({
      reader: { user_id: 'local', is_owner: true, via: 'local', scope: 'write' },
      viewer: sampleViewer,
      params: undefined,
      body: undefined,
      query: { tz },
      gone,
    });
  return { ask, made: () => made };
};

const never = new AbortController().signal;

it('computes equal questions that are asked at once only once', async () => {
  const { ask, made } = counting();
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(never)));
  expect(made()).toBe(SEARCHES.length);
  for (const { items } of answers) expect(items).toHaveLength(SEARCHES.length);
  await Promise.all([ask(never, 'Asia/Tokyo'), ask(never)]);
  expect(made()).toBe(3 * SEARCHES.length);
});

it('ends a computation for which nobody waits any more', async () => {
  const { ask, made } = counting();
  const leaving = new AbortController();
  const left = [ask(leaving.signal), ask(leaving.signal)];
  while (made() === 0) await new Promise((resolve) => setImmediate(resolve));
  leaving.abort(new Error('left'));
  for (const one of left) await expect(one).rejects.toThrow('left');
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(made()).toBeLessThan(SEARCHES.length);
});
