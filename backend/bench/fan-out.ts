import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import { digest } from '../src/lib/digest.ts';
import { makeKeywordVector } from '../src/scoring/keyword-vector.ts';
import type { TableClient } from '../src/storage/table/table.ts';
import { startTestApp, type TestApp } from '../test/harness/app.ts';
import { beforeEachRequest } from '../test/harness/engines/before-each-request.ts';
import { startEmbedded } from '../test/harness/engines/embedded-engine.ts';
import {
  skipsDynamoDbLocal,
  startDynamoDbLocal,
  type TestEngine,
} from '../test/harness/engines/dynamodb-local.ts';
import { addReaders, queueArticles, seedArticle } from '../test/harness/scoring-samples.ts';
import { sampleKeyword } from '../test/harness/samples/storage-samples.ts';
import type { Report } from './report.ts';

/** How long a request to DynamoDB takes in the same region, without the work of this process. */
const LATENCY_MS = 5;
/** The messages that a function of the deployment gets at once. */
const MESSAGES_AT_ONCE = 5;

type Size = { readers: number; articles: number };

/** The sizes that are measured with the table of a laptop, with the same table answering later, and with DynamoDB Local. */
const IN_MEMORY: Size[] = [
  { readers: 1, articles: 50 },
  { readers: 1000, articles: 1 },
  { readers: 10_000, articles: 1 },
];
const SLOW: Size[] = [{ readers: 1000, articles: 1 }];
const BILLED: Size[] = [
  { readers: 1000, articles: 1 },
  { readers: 100, articles: 50 },
];

type Wrap = (table: TableClient) => TableClient;

/** Returns the id of a reader, as a deployment makes them. */
const readerAt = (at: number): string => digest(32, 'reader', String(at));

/** Gives each reader a profile and the same keyword, whose vector is made once. */
const addKeywords = async (app: TestApp, readers: string[]): Promise<void> => {
  const { keywords, profiles } = app.stores;
  const { vector } = await makeKeywordVector(app.ctx, sampleKeyword());
  await pMap(
    readers,
    async (user_id) => {
      const keyword = sampleKeyword({ user_id });
      await keywords.create(keyword);
      await keywords.putVector({ user_id, keyword_id: keyword.keyword_id, vector });
      await profiles.raiseKeywordsVersion(user_id, app.now().toISOString());
    },
    { concurrency: 16 },
  );
};

/**
 * Starts an app with readers of one feed, each with a keyword, to whom as many articles of it have come as are on their way now.
 */
const start = async (
  { readers, articles }: Size,
  wrapTable: Wrap,
  startEngine: () => Promise<TestEngine>,
): Promise<TestApp> => {
  const app = await startTestApp({ startEngine, wrapTable });
  const users = Array.from({ length: readers }, (_, at) => readerAt(at));
  await addReaders(app, users);
  await addKeywords(app, users);
  const queue = (from: number) =>
    queueArticles(
      app,
      Array.from({ length: articles }, (_, at) => seedArticle(app, from + at)),
    );
  // The tables of words are read for these, and code is compiled.
  await queue(0);
  await app.settle();
  await queue(articles);
  return app;
};

type Run = { seconds: number; processor: number; rounds: number };

/**
 * Delivers until no message is left. Returns the seconds, the milliseconds of this process's processor time, and how many times the function
 * was called.
 */
const deliverAll = async (app: TestApp, atOnce: number): Promise<Run> => {
  const begin = performance.now();
  const used = process.cpuUsage();
  let rounds = 0;
  while (await app.deliver('score', atOnce)) rounds += 1;
  const { user, system } = process.cpuUsage(used);
  return { seconds: (performance.now() - begin) / 1000, processor: (user + system) / 1000, rounds };
};

const named = ({ readers, articles }: Size): string =>
  `${articles === 1 ? 'an article' : `${articles} articles`} to ${readers} readers`;

const benchUnits = async (report: Report, size: Size): Promise<void> => {
  let calls = 0;
  const counted: Wrap = (table) =>
    beforeEachRequest(table, () => {
      calls += 1;
    });
  const app = await start(size, counted, startDynamoDbLocal);
  calls = 0;
  app.takeUnits();
  const { processor } = await deliverAll(app, MESSAGES_AT_ONCE);
  const { read, write } = app.takeUnits();
  const each = Object.entries({ calls, write_units: write, read_units: read, processor_ms: processor }).map(
    ([name, sum]): [string, number] => [name, sum / size.readers],
  );
  for (const [name, value] of each)
    report(
      `fan_out_${name}_${size.readers}_${size.articles}`,
      value,
      `${named(size)}: ${value.toFixed(2)} ${name.replaceAll('_', ' ')} a reader`,
    );
  await app.close();
};

const benchTime = async (report: Report, size: Size, latencyMs: number): Promise<void> => {
  const delayed: Wrap = (table) =>
    latencyMs === 0
      ? table
      : beforeEachRequest(table, async () => {
          await sleep(latencyMs);
        });
  const app = await start(size, delayed, startEmbedded);
  const { seconds, processor, rounds } = await deliverAll(app, latencyMs === 0 ? 1 : MESSAGES_AT_ONCE);
  const name = `${size.readers}_${size.articles}_${latencyMs}_ms`;
  const each = processor / size.readers;
  const memory = process.resourceUsage().maxRSS / 1024;
  report(
    `fan_out_seconds_${name}`,
    seconds,
    `${named(size)}, requests of ${latencyMs} ms more: ${seconds.toFixed(2)} s in ${rounds} calls`,
  );
  report(`fan_out_processor_${name}`, each, `  ${each.toFixed(2)} ms of processor a reader`);
  report(`fan_out_peak_mb_${name}`, memory, `  ${Math.round(memory)} MB at most until now`);
  await app.close();
};

/** Measures how articles are brought to many readers of a feed, who have one keyword each. */
export const benchFanOut = async (report: Report): Promise<void> => {
  for (const size of IN_MEMORY) await benchTime(report, size, 0);
  for (const size of SLOW) await benchTime(report, size, LATENCY_MS);
  if (!skipsDynamoDbLocal) for (const size of BILLED) await benchUnits(report, size);
};
