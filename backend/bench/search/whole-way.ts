import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { inBatches } from '../../src/lib/lists.ts';
import type { BlobStore } from '../../src/model/article/article.ts';
import { unknownChanges } from '../../test/harness/engines/unknown-changes.ts';
import type { EntryChanges } from '../../src/model/search-stores.ts';
import { toStored } from '../../src/model/score/vector.ts';
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
const WAITED_MINUTES = 1 / 5;
const NOTED_FOR_MS = 3 * 3_600_000;
const SEVERAL = { isOneOfSeveral: true };
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

type Sample = { ms: number; cpu: number };
/** Measurements of a kind of request. Units and bytes come from one more request, because counting them takes time. */
type Figures = { samples: Sample[]; read_units: number; blob_bytes: number; loop_held_ms: number };

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

/** Collects garbage, so that memory is what is held. */
const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
};

const quantile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

const typed = TYPED.flatMap(typedLetters);

const ask = (app: TestApp, q: string) =>
  app.as(READER).call('searchArticles', { query: { q, order: 'relevance', limit: 20, tz: 'UTC' } });

/** Units are counted only while this is true. */
const counting = { isOn: false };

/** Asks once and measures. A query that is wrong while it is typed counts as well. */
const measured = async (app: TestApp, q: string): Promise<Sample> => {
  const cpu = process.cpuUsage();
  const start = performance.now();
  await ask(app, q).catch(() => null);
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { ms, cpu: (user + system) / 1000 };
};

type Blobs = { bytes: number };
/** The process that a request goes to, and what counts the bytes that it reads. */
type Asked = { app: TestApp; counted: Blobs; end?: () => Promise<void> };

/** Measures a request of each query, and one more with its units. `prepare` comes before each. */
const series = async (queries: readonly string[], prepare: () => Promise<Asked>): Promise<Figures> => {
  const samples: Sample[] = [];
  const delay = monitorEventLoopDelay({ resolution: 5 });
  for (const q of queries) {
    const { app, end } = await prepare();
    delay.enable();
    samples.push(await measured(app, q));
    delay.disable();
    await end?.();
  }
  const { app, counted, end } = await prepare();
  counting.isOn = true;
  app.takeUnits();
  const bytes = counted.bytes;
  await ask(app, queries.at(-1) ?? '').catch(() => null);
  counting.isOn = false;
  const figures = { read_units: app.takeUnits().read, blob_bytes: counted.bytes - bytes };
  await end?.();
  return { samples, ...figures, loop_held_ms: delay.max / 1e6 };
};

const summary = (name: string, { samples, ...figures }: Figures): Record<string, number> => {
  const values = (each: keyof Sample): number[] => samples.map((sample) => sample[each]);
  return {
    [`${name}_p50_ms`]: quantile(values('ms'), 0.5),
    [`${name}_p95_ms`]: quantile(values('ms'), 0.95),
    [`${name}_p50_cpu_ms`]: quantile(values('cpu'), 0.5),
    [`${name}_p95_cpu_ms`]: quantile(values('cpu'), 0.95),
    ...Object.fromEntries(Object.entries(figures).map(([figure, value]) => [`${name}_${figure}`, value])),
  };
};

/**
 * Measures searches the whole way over the stores of the local runner:
 *
 * 1. `build`: the first search, which makes the segment.
 * 2. `warm`: typed letter by letter, with rows and segment in memory.
 * 3. `later`: after ten seconds in which nothing was written, and `changed`: in which one article was read.
 * 4. `cold`: in a process that has just begun, and `second`: the next letter there. `first`: as cold, but nothing was kept of the rows.
 * 5. `several`: after ten seconds in a process of a deployment, where another one marked an article, and `several_cold` in a new one.
 *
 * Wall times are those of the machine as it is; `cpu` is what the process itself used.
 */
export const benchWholeWay = async (corpus: Corpus): Promise<Record<string, number>> => {
  const blobs = countingBlobs();
  const isMeasured = () => counting.isOn;
  const settings = { start: START, startEngine: startEmbedded, wrapBlobs: blobs.wrapBlobs, isMeasured };
  const app = await startTestApp(settings);
  await seed(app, corpus);
  collectGarbage();
  const before = process.memoryUsage();
  const counted = blobs.counted;
  counting.isOn = true;
  app.takeUnits();
  const build = await measured(app, 'the');
  const build_read_units = app.takeUnits().read;
  counting.isOn = false;
  while ((await ask(app, 'apple')).indexed.articles < corpus.rows.length) await ask(app, 'apple');

  const here = (): Promise<Asked> => Promise.resolve({ app, counted });
  const rounds = Array.from({ length: WARM_ROUNDS }, () => typed).flat();
  const warm = await series(rounds, here);
  collectGarbage();
  const after = process.memoryUsage();
  const some = TYPED.slice(0, COLD_STARTS);
  const wait = (one: TestApp): void => one.advance(WAITED_MINUTES);
  const later = await series(some, () => {
    wait(app);
    return here();
  });
  let marked = 0;
  const changed = await series(some, async () => {
    const article_id = corpus.rows[(marked += 7)]?.article_id ?? '';
    await app.stores.entries.change(READER, article_id, (entry) => ({ ...entry, is_read: !entry.is_read }));
    wait(app);
    return here();
  });

  const over = { engine: app.engine, tableName: app.tableName, folder: app.folder, queues: app.queues };
  const startOther = async (
    more: { entryChanges?: EntryChanges; isOneOfSeveral?: boolean; start?: string } = {},
  ) => {
    const other = countingBlobs();
    const start = app.now().toISOString();
    const wrapBlobs = other.wrapBlobs;
    const process = await startTestApp({ start, over, wrapBlobs, isMeasured, ...more });
    return { app: process, counted: other.counted, end: () => process.close() };
  };
  const cold = await series(some, () => startOther());
  const second = await series(some, async () => {
    const other = await startOther();
    await ask(other.app, 'th');
    return other;
  });
  const first = await series(some, () => startOther({ entryChanges: unknownChanges }));

  // The reader has searched for long, so that all processes note what they write.
  const begun_at = app.now().getTime() - NOTED_FOR_MS;
  await app.stores.entryNotes.put(READER, { begun_at, asked: 8, asked_from: begun_at });
  const [deployed, writer] = [await startOther(SEVERAL), await startOther(SEVERAL)];
  await ask(deployed.app, 'the');
  const several = await series(some, async () => {
    const article_id = corpus.rows[(marked += 7)]?.article_id ?? '';
    await writer.app.stores.entries.change(READER, article_id, (entry) => ({
      ...entry,
      is_read: !entry.is_read,
    }));
    wait(writer.app);
    wait(deployed.app);
    return { app: deployed.app, counted: deployed.counted };
  });
  const start = deployed.app.now().toISOString();
  await writer.end();
  await deployed.end();
  const severalCold = await series(some, () => startOther({ ...SEVERAL, start }));

  const stored = await app.stores.blobs.list(`search/${READER}/`);
  let segment = 0;
  for (const key of stored) segment += (await app.stores.blobs.get(key))?.length ?? 0;
  await app.close();
  return {
    entries: corpus.rows.length,
    build_ms: build.ms,
    build_cpu_ms: build.cpu,
    build_read_units,
    segment_mb: segment / MB,
    segment_blobs: stored.length,
    held_mb: (after.heapUsed + after.external - before.heapUsed - before.external) / MB,
    heap_mb: (after.heapUsed - before.heapUsed) / MB,
    external_mb: (after.external - before.external) / MB,
    ...summary('warm', warm),
    ...summary('later', later),
    ...summary('changed', changed),
    ...summary('cold', cold),
    ...summary('second', second),
    ...summary('first', first),
    ...summary('several', several),
    ...summary('several_cold', severalCold),
  };
};
