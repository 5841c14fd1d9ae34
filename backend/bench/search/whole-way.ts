import { monitorEventLoopDelay } from 'node:perf_hooks';
import { inBatches } from '../../src/lib/in-batches.ts';
import type { BlobStore } from '../../src/model/article/article.ts';
import { toStored } from '../../src/model/score/vector-codec.ts';
import { escapeHtml } from '../../src/parser/fields/text.ts';
import { createEmbeddedEmbedder } from '../../src/scoring/embedders/embedded.ts';
import { createFileBlobStore } from '../../src/storage/blobs/blob-files.ts';
import { entryToItem } from '../../src/storage/entries/entry-item.ts';
import { createStores } from '../../src/storage/stores.ts';
import { createTableClient } from '../../src/storage/table/table.ts';
import { startTestApp, type TestApp } from '../../test/harness/app.ts';
import { startEmbedded } from '../../test/harness/engines/embedded-engine.ts';
import {
  sampleArticle,
  sampleEntry,
  sampleFeed,
  sampleSubscription,
} from '../../test/harness/samples/storage-samples.ts';
import type { Corpus } from './corpus.ts';
import { TYPED, typedLetters } from './queries.ts';

const READER = 'local';
const START = '2026-11-22T00:00:00.000Z';
const COLD_STARTS = 12;
const WARM_ROUNDS = 2;
const SEEDED_AT_ONCE = 250;
const MB = 1024 * 1024;

/** A feed_id for each name of a feed in the corpus. */
const idsOf = (names: Iterable<string>): ReadonlyMap<string, string> =>
  new Map(Array.from(names, (name, at) => [name, (at + 1).toString(16).padStart(16, '0')]));

/** Writes what the reader has: feeds, entries, articles with their texts and vectors. */
const seed = async (app: TestApp, { texts, rows, feeds }: Corpus): Promise<void> => {
  const table = createTableClient({ client: app.client, tableName: app.tableName });
  const stores = createStores(table, createFileBlobStore(app.folder), 'quick');
  const embedder = createEmbeddedEmbedder();
  const ids = idsOf(feeds.keys());
  for (const [name, feed_id] of ids) {
    await stores.feeds.create(sampleFeed({ feed_id, title: name, url: `https://${feed_id}.example/feed` }));
    const settings = { user_id: READER, feed_id, feed_title: name, folder: feeds.get(name)?.folder ?? null };
    await stores.subscriptions.create(sampleSubscription(settings));
  }
  const all = rows.map((row, at) => ({ row, text: texts[at]!, feed_id: ids.get(row.feed_id) ?? '' }));
  for (const batch of inBatches(all, SEEDED_AT_ONCE)) {
    await stores.articles.putMany(
      batch.map(({ row: { article_id, title }, text: { body, author, categories }, feed_id }) =>
        sampleArticle({
          article_id,
          feed_id,
          title,
          content: `<p>${escapeHtml(body)}</p>`,
          author,
          categories,
        }),
      ),
    );
    const embedded = await embedder.embed(
      batch.map(({ text: { title, body } }) => ({ title, body, purpose: 'article' as const })),
    );
    await stores.vectors.putMany(
      batch.flatMap(({ row: { article_id }, feed_id }, at) => {
        const result = embedded[at];
        if (result?.ok !== true) return [];
        return [
          { article_id, feed_id, vector: toStored(result.embedding, embedder.model, ''), ttl: 4_000_000_000 },
        ];
      }),
    );
    await table.batchPut(
      batch.map(({ row, feed_id }) =>
        entryToItem(
          sampleEntry({
            user_id: READER,
            article_id: row.article_id,
            feed_ids: [feed_id],
            title: row.title,
            excerpt: row.excerpt.slice(0, 120),
            is_read: row.is_read,
            is_saved: row.is_saved,
            published_at: row.published_at,
            created_at: row.published_at,
            expires_at: null,
            importance_score: (row.importance ?? 0) / 100,
          }),
          1,
        ),
      ),
    );
  }
};

type Sample = { ms: number; cpu: number; units: number; bytes: number };

/** Counts the bytes that are read from blobs, and the requests. */
const countingBlobs = () => {
  const counted = { bytes: 0, requests: 0 };
  const wrapBlobs = (blobs: BlobStore): BlobStore => ({
    ...blobs,
    get: async (key) => {
      const bytes = await blobs.get(key);
      counted.bytes += bytes?.length ?? 0;
      counted.requests += 1;
      return bytes;
    },
  });
  return { counted, wrapBlobs };
};

const quantile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

const typed = TYPED.flatMap(typedLetters);

const ask = (app: TestApp, q: string) =>
  app.as(READER).call('searchArticles', { query: { q, order: 'relevance', limit: 20, tz: 'UTC' } });

/** Asks once and measures. A query that is wrong while it is typed counts as well. */
const measured = async (app: TestApp, q: string, counted: { bytes: number }): Promise<Sample> => {
  app.takeUnits();
  const bytes = counted.bytes;
  const cpu = process.cpuUsage();
  const start = performance.now();
  await ask(app, q).catch(() => null);
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { ms, cpu: (user + system) / 1000, units: app.takeUnits().read, bytes: counted.bytes - bytes };
};

const summary = (name: string, samples: Sample[]): Record<string, number> => ({
  [`${name}_p50_ms`]: quantile(
    samples.map(({ ms }) => ms),
    0.5,
  ),
  [`${name}_p95_ms`]: quantile(
    samples.map(({ ms }) => ms),
    0.95,
  ),
  [`${name}_p50_cpu_ms`]: quantile(
    samples.map(({ cpu }) => cpu),
    0.5,
  ),
  [`${name}_p95_cpu_ms`]: quantile(
    samples.map(({ cpu }) => cpu),
    0.95,
  ),
  [`${name}_read_units`]: quantile(
    samples.map(({ units }) => units),
    0.5,
  ),
  [`${name}_blob_bytes`]: quantile(
    samples.map(({ bytes }) => bytes),
    0.5,
  ),
});

/**
 * Measures searches the whole way over the stores of the local runner: the first build of the segment, searches that
 * find it in memory (typed letter by letter), after ten seconds (the rows are read again), and in a process that has
 * just begun. Wall times are those of the machine as it is; `cpu` is what the process itself used.
 */
export const benchWholeWay = async (corpus: Corpus): Promise<Record<string, number>> => {
  const blobs = countingBlobs();
  const app = await startTestApp({ start: START, startEngine: startEmbedded, wrapBlobs: blobs.wrapBlobs });
  await seed(app, corpus);
  const before = process.memoryUsage();
  const build = await measured(app, 'the', blobs.counted);
  const warm: Sample[] = [];
  await ask(app, 'apple');
  for (let round = 0; round < WARM_ROUNDS; round += 1)
    for (const q of typed) warm.push(await measured(app, q, blobs.counted));
  globalThis.gc?.();
  const after = process.memoryUsage();
  const later: Sample[] = [];
  for (const q of typed.slice(0, COLD_STARTS)) {
    app.advance(1 / 5);
    later.push(await measured(app, q, blobs.counted));
  }
  const cold: Sample[] = [];
  const delay = monitorEventLoopDelay({ resolution: 5 });
  for (const q of TYPED.slice(0, COLD_STARTS)) {
    const over = { engine: app.engine, tableName: app.tableName, folder: app.folder, queues: app.queues };
    const other = countingBlobs();
    const fresh = await startTestApp({ start: app.now().toISOString(), over, wrapBlobs: other.wrapBlobs });
    delay.enable();
    cold.push(await measured(fresh, q, other.counted));
    delay.disable();
    await fresh.close();
  }
  const stored = await app.stores.blobs.list(`search/${READER}/`);
  let segment = 0;
  for (const key of stored) segment += (await app.stores.blobs.get(key))?.length ?? 0;
  await app.close();
  return {
    entries: corpus.rows.length,
    build_ms: build.ms,
    build_cpu_ms: build.cpu,
    build_read_units: build.units,
    segment_mb: segment / MB,
    segment_blobs: stored.length,
    memory_mb: (after.rss - before.rss) / MB,
    external_mb: (after.external - before.external) / MB,
    heap_mb: (after.heapUsed - before.heapUsed) / MB,
    ...summary('warm', warm),
    ...summary('after_10s', later),
    ...summary('cold', cold),
    cold_loop_held_ms: delay.max / 1e6,
  };
};
