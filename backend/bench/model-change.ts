import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { noExtra, type ArticleRow, type Job, type Page } from '../src/contract/index.ts';
import { inBatches } from '../src/lib/lists.ts';
import { openLocalTable } from '../src/local/data-folder/open-local-table.ts';
import { LOCAL_TABLE } from '../src/local/table/local-table.ts';
import type { Stores } from '../src/model/stores.ts';
import { scoreArticle, scoreOf, storedSimilarity, type ScoringKeyword } from '../src/model/score/score.ts';
import { escapeHtml } from '../src/parser/fields/text.ts';
import { createFileBlobStore } from '../src/storage/blobs/blob-files.ts';
import { entryToItem } from '../src/storage/entries/entry-item.ts';
import { createStores } from '../src/storage/stores.ts';
import { createTableClient } from '../src/storage/table/table.ts';
import { startRunner } from '../test/harness/runner.ts';
import {
  sampleArticle,
  sampleEntry,
  sampleFeed,
  sampleSubscription,
} from '../test/harness/samples/storage-samples.ts';
import { rss, type FeedServer } from '../test/harness/servers/feed-server.ts';
import { articleRequest, comparablesOf, embedAll } from './relevance/rankings.ts';
import { makeCorpus } from './search/corpus.ts';
import type { Report } from './report.ts';

type Runner = Awaited<ReturnType<typeof startRunner>>;

const SHARED = path.join(import.meta.dirname, '../../../shared');
const ARTICLES = 20_000;
const READER = 'local';
const FORMER = 'embedded-former';
/** A former score compared with one of today, so that every score changes. */
const FORMER_SHARE = 0.8;
const DAY_MS = 86_400_000;
/** The reader looks at three lists again and again. */
const PAUSE_MS = 100;
const LISTS = [
  '/api/articles?sort=importance_score&filter=all&limit=50',
  '/api/articles?sort=importance_score&filter=unread&limit=50&balance=true',
  '/api/today',
];
const KEYWORDS =
  'apple|space exploration|climate change|photography|machine learning|typescript|football|video games|cooking|ukraine|人工知能|サッカー|映画|旅行'.split(
    '|',
  );

const time = (milliseconds: number): string => new Date(milliseconds).toISOString();

const readerKeywords = async (): Promise<ScoringKeyword[]> =>
  (await comparablesOf(KEYWORDS)).map((comparable, at) => ({
    ...comparable,
    keyword_id: at.toString(16).padStart(12, 'a'),
    weight: 1,
  }));

/** Writes the feeds, the keywords, and that all was scored by the former model. */
const fillReader = async (
  stores: Stores,
  feeds: Map<string, string>,
  keywords: ScoringKeyword[],
  now: number,
) => {
  for (const [title, feed_id] of feeds) {
    const url = `https://${feed_id}.example/feed`;
    await stores.feeds.create(sampleFeed({ feed_id, title, url, next_fetch_at: time(now + DAY_MS) }));
    await stores.subscriptions.create(sampleSubscription({ user_id: READER, feed_id, feed_title: title }));
  }
  for (const [at, { keyword_id, vector }] of keywords.entries()) {
    await stores.keywords.create({
      user_id: READER,
      keyword_id,
      text: KEYWORDS[at] ?? '',
      weight: 1,
      is_active: true,
      is_excluding: false,
      is_pending: false,
      created_at: time(now + at),
    });
    await stores.keywords.putVector({ user_id: READER, keyword_id, vector: { ...vector, model: FORMER } });
  }
  await stores.profiles.raiseKeywordsVersion(READER, time(now));
  const scored = { scored_model: `${FORMER} v3`, recalculated_at: time(now) };
  await stores.profiles.setRecalculated(READER, 1, scored);
};

/** Makes a data folder whose reader has articles of real texts, with vectors and scores of another model. */
const fill = async (data: string): Promise<void> => {
  const table = await openLocalTable(data);
  const client = createTableClient({ client: table.client, tableName: LOCAL_TABLE });
  const stores = createStores(client, createFileBlobStore(`${data}/blobs`), 'quick');
  const corpus = await makeCorpus(SHARED, ARTICLES);
  const now = Date.now();
  const ids = new Map(
    Array.from(corpus.feeds.keys(), (name, at) => [name, (at + 1).toString(16).padStart(16, '0')]),
  );
  const keywords = await readerKeywords();
  await fillReader(stores, ids, keywords, now);
  const all = corpus.rows.map(({ article_id, title, feed_id }, at) => ({
    article_id,
    title,
    feed_id: ids.get(feed_id) ?? '',
    body: corpus.texts[at]?.body ?? '',
  }));
  for (const batch of inBatches(all, 250)) {
    const made = await embedAll(batch.map(({ title, body }) => articleRequest(title, body)));
    const vectors = batch.flatMap(({ article_id, feed_id }, at) => {
      const vector = made[at];
      return vector === undefined
        ? []
        : [{ article_id, feed_id, vector, ttl: Math.floor(now / 1000) + 2_592_000 }];
    });
    await stores.vectors.putMany(
      vectors.map((each) => ({ ...each, vector: { ...each.vector, model: FORMER } })),
    );
    await stores.articles.putMany(
      batch.map(({ body, ...each }) =>
        sampleArticle({ ...each, extra: noExtra, content: `<p>${escapeHtml(body)}</p>` }),
      ),
    );
    const entries = vectors.map(({ article_id, feed_id, vector }, at) => {
      const reasons = scoreArticle(vector, keywords).reasons.map((reason) => ({
        ...reason,
        similarity_score: storedSimilarity(reason.similarity_score * FORMER_SHARE),
      }));
      return sampleEntry({
        user_id: READER,
        article_id,
        feed_ids: [feed_id],
        title: batch[at]?.title ?? '',
        published_at: time(now - (at + 1) * 60_000),
        created_at: time(now - (at + 1) * 60_000),
        expires_at: time(now + 6 * DAY_MS),
        importance_score: scoreOf(reasons),
        reasons,
        keywords_version: 1,
        freshness_days: 3,
        extra: noExtra,
      });
    });
    await client.batchPut(entries.map((entry) => entryToItem(entry, 1)));
  }
  table.close();
};

/** Asks for lists as a reader sees them, and counts those that are not as they should be. */
const createLooking = (runner: Runner) => {
  const times: number[] = [];
  const wrong = { refused: 0, empty: 0, zeros: 0 };
  return {
    times,
    wrong,
    look: async (list: string): Promise<void> => {
      const from = performance.now();
      const page = await runner.get<Page<ArticleRow>>(list).catch(() => null);
      times.push(performance.now() - from);
      if (page === null) wrong.refused += 1;
      else if (page.items.length === 0) wrong.empty += 1;
      else if (page.items.some((row) => (row.importance_score ?? 0) === 0)) wrong.zeros += 1;
    },
  };
};

/**
 * Measures what a reader sees of a change of the model: how long until all articles have vectors and scores of the new one, and
 * what lists by importance and Today answer meanwhile. It begins by itself with the next article that arrives.
 */
export const benchModelChange = async (server: FeedServer, report: Report): Promise<void> => {
  if (!existsSync(SHARED)) {
    console.log('a change of the model: not measured, ../shared is absent');
    return;
  }
  const data = await mkdtemp(path.join(tmpdir(), 'omomi-bench-'));
  await fill(data);
  const runner = await startRunner({ data, allowHosts: server.host });
  const item = { title: 'One more', link: 'https://one.example/1', text: 'x', date: time(Date.now()) };
  server.set('/one', { body: rss([item]) });
  const { look, times, wrong } = createLooking(runner);
  await runner.post('/api/feeds', { url: server.url('/one') });
  const start = performance.now();
  let job: Job | undefined;
  while (job?.state !== 'done') {
    for (const list of LISTS) await look(list);
    const jobs = await runner.get<Page<Job>>('/api/jobs?limit=50');
    job = jobs.items.find(({ kind }) => kind === 'recalculate');
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  const seconds = (performance.now() - start) / 1000;
  const sorted = times.toSorted((a, b) => a - b);
  const [half, most] = [0.5, 0.95].map((share) => Math.round(sorted[Math.floor(share * times.length)] ?? 0));
  report(
    'model_change_seconds',
    seconds,
    `${ARTICLES} articles have vectors and scores of another model after ${Math.round(seconds)} s (${JSON.stringify(job.result)})`,
  );
  report(
    'model_change_lists_with_zeros',
    wrong.zeros,
    `${times.length} lists meanwhile, p50 ${half} ms, p95 ${most} ms: refused ${wrong.refused}, empty ${wrong.empty}, with a score of 0 or none ${wrong.zeros}; ` +
      `memory at most ${Math.round(runner.peakMemoryMb())} MB`,
  );
  await runner.stop();
  await rm(data, { recursive: true });
};
