import { parseArgs } from 'node:util';
import pMap from 'p-map';
import { encodeCursor } from '../src/articles/lists/cursor.ts';
import type { Entry } from '../src/model/article/entry.ts';
import type { ArticleQuery } from '../src/contract/index.ts';
import { inBatches } from '../src/lib/lists.ts';
import { byImportance, byTime } from '../src/storage/entries/entry-rows.ts';
import { entryToItem } from '../src/storage/entries/entry-item.ts';
import { createTableClient } from '../src/storage/table/table.ts';
import { startTestApp, type TestApp } from '../test/harness/app.ts';
import { startEmbedded } from '../test/harness/engines/embedded-engine.ts';
import { skipsDynamoDbLocal, startDynamoDbLocal } from '../test/harness/engines/dynamodb-local.ts';
import {
  sampleArticleId,
  sampleEntry,
  sampleFeed,
  sampleFeedId,
  sampleReasons,
  sampleSubscription,
} from '../test/harness/samples/storage-samples.ts';

/*
 * Measures what the lists, marks, counts and jobs of one reader cost with 1,000, 10,000 and 100,000 entries in 100
 * feeds. Units are those that DynamoDB Local bills. Exits with code 1 if a page costs more with more entries. `--sizes
 * 1000,10000` measures other sizes. With `--json` the last line of the output is one JSON object of all figures.
 */

const { values: options } = parseArgs({
  options: { json: { type: 'boolean' }, sizes: { type: 'string', default: '1000,10000,100000' } },
});
const sizes = options.sizes.split(',').map(Number);

const READER = 'local';
const FEEDS = 100;
const FOLDER = 'News';
/** Number of feeds in the folder. */
const IN_FOLDER = 10;
const PAGE = 50;
const REPEATS = 10;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * Number of the newest entries that importance order within a feed, a folder or the saved list reads. One read unit
 * covers about four of them or more.
 */
const SORTED_IN_MEMORY = 2000;

type Figures = { read_units: number; write_units: number; p50_ms: number; p99_ms: number };

const feedIds = Array.from({ length: FEEDS }, (_, at) => sampleFeedId(at + 1));
const feedAt = (at: number): string => feedIds[at % FEEDS] ?? '';

/**
 * Returns an entry. The proportions are the same for every size: half of the entries arrived six days ago, and 60 in
 * 100 of those are read; 2 in 100 of all entries are saved.
 */
const entryAt = (at: number, count: number, now: number): Entry => {
  const isOld = at % 2 === 0;
  const arrived = now - (isOld ? 6 * DAY_MS : HOUR_MS);
  const is_read = isOld && at % 10 < 6;
  const read_at = is_read ? now - HOUR_MS : null;
  const is_saved = at % 50 === 7;
  const time = (ms: number) => new Date(ms).toISOString();
  return sampleEntry({
    user_id: READER,
    article_id: sampleArticleId(at),
    // Old entries have even numbers. Halve the number, so that they spread over all feeds and not over every second
    // one.
    feed_ids: [feedAt(Math.floor(at / 2))],
    published_at: time(arrived - Math.floor((at / count) * DAY_MS)),
    created_at: time(arrived),
    importance_score: ((at * 7919) % 10_007) / 1000,
    reasons: sampleReasons(10),
    excerpt: 'x'.repeat(120),
    is_read,
    read_at: read_at === null ? null : time(read_at),
    is_saved,
    expires_at: is_saved ? null : time(Math.min(arrived + 7 * DAY_MS, (read_at ?? Infinity) + DAY_MS)),
  });
};

const seed = async (app: TestApp, entries: Entry[]): Promise<void> => {
  const table = createTableClient({ client: app.client, tableName: app.tableName });
  await pMap(
    inBatches(entries, 250),
    (batch) => table.batchPut(batch.map((entry) => entryToItem(entry, 1))),
    { concurrency: 2 },
  );
  const at = app.now().toISOString();
  const unread = new Map<string, number>();
  for (const { is_read, feed_ids } of entries)
    if (!is_read) unread.set(feed_ids[0], (unread.get(feed_ids[0]) ?? 0) + 1);
  await pMap(
    feedIds,
    async (feed_id, index) => {
      await app.stores.feeds.create(sampleFeed({ feed_id, url: `https://feed${index}.example/` }));
      await app.stores.subscriptions.create(
        sampleSubscription({
          user_id: READER,
          feed_id,
          folder: index < IN_FOLDER ? FOLDER : null,
          unread_count: unread.get(feed_id) ?? 0,
          counted_at: at,
          created_at: at,
        }),
      );
      const settings = {
        fetch_interval_minutes: 60,
        text_mode: 'auto' as const,
        volume: 'normal' as const,
        is_active: true,
      };
      await app.stores.subscribers.put({ feed_id, user_id: READER, ...settings });
    },
    { concurrency: 8 },
  );
};

const quantile = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Returns the average units of one run, and the 50th and 99th percentile of its time. */
const measure = async (
  app: TestApp,
  run: (at: number) => Promise<unknown>,
  repeats = REPEATS,
): Promise<Figures> => {
  const times: number[] = [];
  app.takeUnits();
  for (let at = 0; at < repeats; at += 1) {
    const start = performance.now();
    await run(at);
    times.push(performance.now() - start);
  }
  const { read, write } = app.takeUnits();
  const sorted = times.toSorted((a, b) => a - b);
  return {
    read_units: rounded(read / repeats),
    write_units: rounded(write / repeats),
    p50_ms: rounded(quantile(sorted, 0.5)),
    p99_ms: rounded(quantile(sorted, 0.99)),
  };
};

const scopes = { all: {}, feed: { feed_id: feedAt(0) }, folder: { folder: FOLDER } };

/** Yields every list twice: its first page and the page that begins in the middle. */
const lists = function* (entries: Entry[]): Generator<{ name: string; query: ArticleQuery }> {
  const followed = new Set(feedIds.slice(0, IN_FOLDER));
  for (const sort of ['published_at', 'importance_score'] as const)
    for (const filter of ['all', 'unread', 'read', 'saved'] as const)
      for (const [scope, where] of Object.entries(scopes)) {
        const name = `list ${sort} ${filter} ${scope}`;
        const query = { sort, filter, limit: PAGE, ...where };
        yield { name: `${name} first`, query };
        const shown = entries
          .filter(({ feed_ids: [first] }) =>
            scope === 'all' ? true : scope === 'feed' ? first === feedAt(0) : followed.has(first),
          )
          .filter(({ is_read, is_saved }) =>
            filter === 'all' ? true : filter === 'saved' ? is_saved : is_read === (filter === 'read'),
          )
          .map((entry) => ({ ...entry, order: entry.importance_score }))
          .toSorted(sort === 'published_at' ? byTime : byImportance);
        // The deep page begins after the middle entry of the list.
        const middle = shown[Math.floor(shown.length / 2)];
        if (middle === undefined) continue;
        const bound = { user_id: READER, sort, filter, feed_id: undefined, folder: undefined, ...where };
        yield {
          name: `${name} deep`,
          query: { ...query, cursor: encodeCursor({ ...middle, freshness_days: 0 }, bound) },
        };
      }
};

const measureSize = async (count: number): Promise<Record<string, Figures>> => {
  const app = await startTestApp({ startEngine: skipsDynamoDbLocal ? startEmbedded : startDynamoDbLocal });
  const local = app.as(READER);
  const figures: Record<string, Figures> = {};
  const record = (name: string, measured: Figures) => {
    figures[name] = measured;
    const { read_units, write_units, p50_ms, p99_ms } = measured;
    const columns = [read_units, write_units, p50_ms, p99_ms].map((value) => value.toFixed(1).padStart(10));
    console.log(`${name.padEnd(46)}${columns.join('')}`);
  };
  const once = async (name: string, run: () => Promise<unknown>) => record(name, await measure(app, run, 1));

  try {
    const now = app.now().getTime();
    const entries = Array.from({ length: count }, (_, at) => entryAt(at, count, now));
    const started = performance.now();
    await seed(app, entries);
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`\n${count} entries, ${FEEDS} feeds (seeded in ${seconds} s)`);
    console.log(
      `${''.padEnd(46)}${['read', 'write', 'p50 ms', 'p99 ms'].map((at) => at.padStart(10)).join('')}`,
    );

    for (const { name, query } of lists(entries))
      record(name, await measure(app, () => local.call('listArticles', { query })));

    const unread = entries.filter(({ is_read }) => !is_read).slice(0, REPEATS);
    const setRead = (is_read: boolean) => (at: number) =>
      local.call('setRead', {
        params: { article_id: unread[at]?.article_id ?? '' },
        body: { is_read },
      });
    record('read mark with its count', await measure(app, setRead(true)));
    record('unread mark with its count', await measure(app, setRead(false)));
    record('counts of all feeds', await measure(app, () => local.call('listFeeds')));

    const unreadList = () =>
      local.call('listArticles', { query: { sort: 'published_at', filter: 'unread', limit: PAGE } });
    const markAll = () => local.call('markRead', { body: { before: app.now().toISOString() } });
    let jobId = '';
    await once('mark all read', async () => {
      jobId = (await markAll()).job_id;
    });
    const { items: left } = await unreadList();
    if (left.length > 0) throw new Error(`${left.length} articles are unread behind mark-all`);
    record('list unread behind mark-all', await measure(app, unreadList));
    record('counts behind mark-all', await measure(app, () => local.call('listFeeds')));
    const ten = entries
      .filter(({ is_read }) => !is_read)
      .toSorted(byTime)
      .slice(0, 10);
    for (const { article_id } of ten)
      await local.call('setRead', { params: { article_id }, body: { is_read: false } });
    const pagesOfFour = async () => {
      let cursor: string | null = null;
      do {
        const query: ArticleQuery = { sort: 'published_at', filter: 'unread', limit: 4 };
        const page: { next_cursor: string | null } = await local.call('listArticles', {
          query: cursor === null ? query : { ...query, cursor },
        });
        cursor = page.next_cursor;
      } while (cursor !== null);
    };
    record('list unread behind mark-all, to its end', await measure(app, pagesOfFour, 10));
    await once('taking mark-all back', () => local.call('cancelJob', { params: { job_id: jobId } }));
    if ((await unreadList()).items.length !== PAGE) throw new Error('mark-all was not taken back');
    const ofOneFeed = await local.call('markFeedRead', { params: { feed_id: feedAt(0) } });
    for (const sort of ['published_at', 'importance_score'] as const)
      record(
        `list ${sort} read behind a mark on one feed`,
        await measure(app, () =>
          local.call('listArticles', { query: { sort, filter: 'read', limit: PAGE } }),
        ),
      );
    await local.call('cancelJob', { params: { job_id: ofOneFeed.job_id } });

    const settled = async () => {
      await app.settle();
      const { items: jobs } = await local.call('listJobs');
      const stuck = jobs.filter(({ state }) => state !== 'done' && state !== 'cancelled');
      if (stuck.length > 0 || app.deadLetters.length > 0) throw new Error('a job did not end');
    };
    await settled();
    app.advance(36 * 60);
    await once('cleanup of half', async () => {
      await local.call('cleanupArticles');
      // The cleanup checks suspect counts again 60 seconds later.
      await app.settle();
      app.advance(10);
      await settled();
    });
    await markAll();
    app.advance(11);
    await once('settling mark-all of the other half', settled);
    if ((await unreadList()).items.length > 0) throw new Error('mark-all did not settle');
  } finally {
    await app.close();
  }
  return figures;
};

/**
 * Read units of a page of 50 from both its ranges with the names of 100 feeds: the cost of a list that has more to show
 * than one page.
 */
const FULL_PAGE_UNITS = 20;

/**
 * Returns the lists whose page costs more with more entries. Importance order within a feed, a folder or the saved
 * list, and the saved list of a feed or a folder, read all the entries that they choose from. These lists may cost as
 * much as reading the newest 2,000 entries.
 */
const growing = (small: Record<string, Figures>, large: Record<string, Figures>): string[] =>
  Object.entries(small).flatMap(([name, { read_units: before }]) => {
    const after = large[name]?.read_units ?? 0;
    if (!name.startsWith('list')) return [];
    const isChosen =
      / saved (feed|folder) /.test(name) ||
      (/ importance_score /.test(name) && !/ (all|unread|read) all /.test(name));
    const bound = isChosen ? SORTED_IN_MEMORY / 4 : Math.max(before * 1.5, FULL_PAGE_UNITS);
    return after > bound ? [`${name}: ${before} -> ${after} read units`] : [];
  });

const results: Record<string, Record<string, Figures>> = {};
for (const size of sizes) results[size] = await measureSize(size);
const [smallest, ...others] = sizes.map((size) => results[size] ?? {});
const grown = smallest === undefined ? [] : others.flatMap((larger) => growing(smallest, larger));
for (const line of grown) console.log(`costs more with more entries: ${line}`);
if (options.json)
  console.log(
    JSON.stringify({ engine: skipsDynamoDbLocal ? 'embedded' : 'dynamodb-local', sizes: results, grown }),
  );
process.exitCode = grown.length === 0 ? 0 : 1;
