import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pMap from 'p-map';
import RssParser from 'rss-parser';
import { feedAddress } from '../src/model/feed/feed-url.ts';
import { newFeed, newSubscription } from '../src/model/feed/followed-feed.ts';
import { createGuardedFetch } from '../src/web/fetch/create-guarded-fetch.ts';
import { identify } from '../src/refresh/intake/identify.ts';
import { parseFeed } from '../src/parser/parse-feed.ts';
import { startTestApp } from '../test/harness/app.ts';
import { startEmbedded } from '../test/harness/engines/embedded-engine.ts';
import { skipsDynamoDbLocal, startDynamoDbLocal } from '../test/harness/engines/dynamodb-local.ts';
import { rss, startFeedServer, type FeedServer } from '../test/harness/servers/feed-server.ts';
import { benchLimits } from './limits.ts';
import { copiedDocument } from './copied-document.ts';
import { benchFirstLoad } from './first-load.ts';
import { benchRunning } from './running.ts';
import { benchFanOut } from './fan-out.ts';
import { benchFeedCounts } from './feed-counts.ts';
import { benchFirstSync } from './first-sync.ts';
import { benchModelChange } from './model-change.ts';
import type { Report } from './report.ts';

/*
 * Measures speed and cost in one run. With `--json` the last line of the output is one JSON object of all figures; `--only first-load`
 * runs that part alone.
 */

const REAL = join(import.meta.dirname, '../../../shared/feeds/real');
const figures: Record<string, number> = {};

const report: Report = (name, value, text) => {
  figures[name] = Math.round(value * 1000) / 1000;
  console.log(text);
};

const secondsOf = async (run: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await run();
  return (performance.now() - start) / 1000;
};

/** Returns the real documents if ../shared is present, otherwise generated ones of about the same size. */
const documents = (): Map<string, Uint8Array> => {
  if (existsSync(REAL)) {
    const names = readdirSync(REAL).filter((name) => name !== 'expected.json');
    return new Map(names.map((name) => [`/${name}`, readFileSync(join(REAL, name))]));
  }
  console.log('../shared is absent: made documents stand in for real ones');
  const item = (feed: number) => (_: unknown, n: number) => ({
    title: `Article ${n} of feed ${feed} on climate and apples`,
    link: `https://feed${feed}.example/${n}`,
    text: `<p>${'What happened, and why it matters to some. '.repeat(60)}</p>`,
    date: new Date(Date.UTC(2026, 0, 1, n)).toISOString(),
  });
  return new Map(
    Array.from({ length: 124 }, (_, feed) => [
      `/feed-${feed}.xml`,
      Buffer.from(rss(Array.from({ length: 30 }, item(feed)))),
    ]),
  );
};

const fetching = async (server: FeedServer, paths: string[]) => {
  const fetch = createGuardedFetch({ allowHosts: new Set([server.host]), userAgent: 'Omomi/bench' });
  const etags = new Map<string, string>();
  const full = await secondsOf(() =>
    pMap(
      paths,
      async (path) => {
        const { body, headers } = await fetch({ url: server.url(path) });
        etags.set(path, headers['etag'] ?? '');
        await parseFeed(body, headers['content-type'] ?? null);
      },
      { concurrency: 8 },
    ),
  );
  const unchanged = await secondsOf(() =>
    pMap(
      paths,
      (path) => fetch({ url: server.url(path), headers: { 'if-none-match': etags.get(path) ?? '' } }),
      { concurrency: 8 },
    ),
  );
  await fetch.close();
  report(
    'fetch_parse_per_second',
    paths.length / full,
    `fetched and parsed (200): ${Math.round(paths.length / full)} feeds/s`,
  );
  report(
    'not_modified_per_second',
    paths.length / unchanged,
    `not modified (304): ${Math.round(paths.length / unchanged)} feeds/s`,
  );
};

const units = async (server: FeedServer) => {
  if (skipsDynamoDbLocal) {
    console.log('write and read units: not measured, DynamoDB Local needs Java 17');
    return;
  }
  const app = await startTestApp({ startEngine: startDynamoDbLocal });
  const local = app.as('local');
  for (let n = 0; n < 10; n++)
    await local.call('addKeyword', {
      body: { text: `keyword ${n} climate`, weight: 1, is_active: true, is_excluding: false },
    });
  await app.settle();
  const item = (n: number) => ({
    title: `The climate of the week, part ${n} of a longer series`,
    link: `https://site.example/2026/03/01/the-climate-of-the-week-${n}`,
    text: `<p>${`Sentence ${n} on what the climate of the week was like. `.repeat(110)}</p>`,
    date: new Date(Date.UTC(2026, 1, 1, n)).toISOString(),
  });
  const items = Array.from({ length: 60 }, (_, n) => item(n));
  server.set('/units', { body: rss(items) });
  await local.call('addFeed', { body: { url: server.url('/units') } });
  await app.settle();
  app.takeUnits();

  const refresh = async () => {
    app.advance(90);
    await app.dispatch();
    app.takeUnits();
    await app.settle();
    return app.takeUnits();
  };
  const nothing = await refresh();
  server.set('/units', { body: rss([...items, item(60)]) });
  const one = await refresh();
  report(
    'write_units_nothing_new',
    nothing.write,
    `a fetch that finds nothing new: ${nothing.write} write units`,
  );
  report(
    'write_units_one_new',
    one.write,
    `a fetch with one new 6 KB article, one reader, ten keywords, claim, Seen and feed included: ${one.write} write units`,
  );
  for (const sort of ['published_at', 'importance_score'] as const) {
    const query = {
      user_id: 'local',
      sort,
      filter: 'unread',
      feed_ids: null,
      limit: 50,
      after: null,
    } as const;
    await app.stores.entries.list({ ...query, now: app.now().toISOString() });
    const { read } = app.takeUnits();
    report(
      `read_units_list_${sort}`,
      read,
      `listing 50 unread by ${sort}, strongly consistent: ${read} read units`,
    );
  }
  const [row] = (
    await local.call('listArticles', { query: { sort: 'published_at', filter: 'unread', limit: 1 } })
  ).items;
  app.takeUnits();
  await local.call('setRead', { params: { article_id: row?.article_id ?? '' }, body: { is_read: true } });
  const mark = app.takeUnits();
  report('write_units_read_mark', mark.write, `a read mark with its count: ${mark.write} write units`);
  await app.close();
};

const ROUND = 1000;

/** Measures one round of the schedule over many feeds: half are unchanged, half have 2 new items among 20. */
const round = async (server: FeedServer) => {
  const startEngine = skipsDynamoDbLocal ? startEmbedded : startDynamoDbLocal;
  const app = await startTestApp({ startEngine });
  const version = (feed: number, first: number) =>
    rss(
      Array.from({ length: 20 }, (_, n) => ({
        title: `Article ${first + n} of feed ${feed}`,
        link: `https://feed${feed}.example/${first + n}`,
        text: `<p>${`What article ${first + n} has to say about its matter. `.repeat(40)}</p>`,
        date: new Date(Date.UTC(2026, 1, 1, 0, first + n)).toISOString(),
      })),
      { title: `Feed ${feed}`, site: `https://feed${feed}.example/` },
    );
  await pMap(
    Array.from({ length: ROUND }, (_, feed) => feed),
    async (feed) => {
      const url = server.url(`/round/${feed}`);
      const isUnchanged = feed % 2 === 0;
      server.set(`/round/${feed}`, { body: version(feed, 0) });
      const { headers, body } = await app.fetch({ url });
      const created_at = app.now().toISOString();
      const made = newFeed({
        ...feedAddress(url),
        title: `Feed ${feed}`,
        fetch_interval_minutes: 60,
        next_fetch_at: created_at,
        last_fetched_at: created_at,
        created_at,
      });
      const { feed_id } = await app.stores.feeds.create({ ...made, etag: headers['etag'] ?? null });
      await app.stores.subscribers.put({
        feed_id,
        user_id: 'local',
        fetch_interval_minutes: 60,
        text_mode: 'auto',
        volume: 'normal' as const,
        is_active: true,
      });
      await app.stores.subscriptions.create(
        newSubscription({ user_id: 'local', feed_id, feed_title: `Feed ${feed}`, created_at }),
      );
      const parsed = await parseFeed(body, null);
      const seen = identify(parsed.items, {
        feed_id,
        is_private: false,
        site_url: parsed.site_url,
        document_url: url,
      });
      await app.stores.seen.put(
        feed_id,
        seen.map(({ identity, content_hash, link_tag, date_tag, article_id }) => ({
          identity,
          content_hash,
          link_tag,
          date_tag,
          article_id,
          is_left_out: false,
          last_present_day: Math.floor(app.now().getTime() / 86_400_000),
        })),
        0,
      );
      if (!isUnchanged) server.set(`/round/${feed}`, { body: version(feed, 2) });
    },
    { concurrency: 16 },
  );
  app.takeUnits();
  const seconds = await secondsOf(async () => {
    await app.dispatch();
    await app.settle();
  });
  const { write } = app.takeUnits();
  const memory = process.resourceUsage().maxRSS / 1024;
  report(
    'round_feeds_per_second',
    ROUND / seconds,
    `${ROUND} feeds, half 304, half with 2 new of 20 items: ${Math.round(ROUND / seconds)} feeds/s`,
  );
  report('round_write_units', write, `  ${write} write units, ${(write / ROUND).toFixed(2)} a feed`);
  report('round_peak_mb', memory, `  peak memory of this process: ${Math.round(memory)} MB`);
  await app.close();
};

/** Measures both parsers on the same bytes, one after the other. */
const parsing = async (bodies: Uint8Array[]) => {
  const megabytes = bodies.reduce((sum, { length }) => sum + length, 0) / 1e6;
  const bare = new RssParser();
  const texts = bodies.map((body) => new TextDecoder().decode(body));
  const ours = await secondsOf(async () => {
    for (const body of bodies) await parseFeed(body, null);
  });
  let refused = 0;
  const theirs = await secondsOf(async () => {
    for (const text of texts) await bare.parseString(text).catch(() => (refused += 1));
  });
  report('parse_mb_per_second', megabytes / ours, `parseFeed: ${(megabytes / ours).toFixed(1)} MB/s`);
  report(
    'rss_parser_mb_per_second',
    megabytes / theirs,
    `bare rss-parser: ${(megabytes / theirs).toFixed(1)} MB/s, ${refused} documents refused`,
  );
};

/** The first load of the documents and of copies of them about other things. */
const firstLoadOf500 = async () => {
  const all = [...paths];
  for (let copy = 1; all.length < 500; copy += 1)
    for (const [path, body] of [...served].slice(0, 500 - all.length)) {
      const address = `/copy-${copy}${path}`;
      server.set(address, { body: copiedDocument(body, copy), type: 'application/xml' });
      all.push(address);
    }
  await benchFirstLoad(server, all, 'first_load_500', report);
};

const { values: options } = parseArgs({ options: { json: { type: 'boolean' }, only: { type: 'string' } } });

const server = await startFeedServer();
const served = documents();
for (const [path, body] of served) server.set(path, { body, type: 'application/xml' });
const paths = [...served.keys()];
const parts: Record<string, () => Promise<void>> = {
  fetching: () => fetching(server, paths),
  parsing: () => parsing([...served.values()]),
  units: () => units(server),
  limits: () => benchLimits(server, report),
  'first-load': () => benchFirstLoad(server, paths, 'first_load', report),
  'first-load-500': () => firstLoadOf500(),
  running: () => benchRunning(report),
  'fan-out': () => benchFanOut(report),
  'feed-counts': () => benchFeedCounts(report),
  'model-change': () => benchModelChange(server, report),
  'first-sync': () => benchFirstSync(server, report),
  round: () => round(server),
};
const { only } = options;
if (only !== undefined && !Object.hasOwn(parts, only))
  throw new Error(`--only takes one of: ${Object.keys(parts).join(', ')}`);
for (const [name, run] of Object.entries(parts)) if (only === undefined || only === name) await run();
if (only === undefined)
  console.log(
    'for comparison, other readers on such a machine, without scoring: newsboat 1.2 s and 51 MB for 3,950 items of these; FreshRSS 34.8 s for 239 documents like these',
  );
await server.close();
if (options.json === true) console.log(JSON.stringify(figures));
