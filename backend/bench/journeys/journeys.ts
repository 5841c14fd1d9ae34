import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { ArticleRow, Feed, Page } from '../../src/contract/index.ts';
import { startRunner } from '../../test/harness/runner.ts';
import { numberedItem, rss, startFeedServer } from '../../test/harness/servers/feed-server.ts';

/*
 * How far a newcomer walks: the files, functions and rooms (the folders right below backend/src) that a request passes,
 * counted by V8 in a local runner. A function counts that is called in every one of five rounds after a warm-up, so that
 * neither what is done once nor what happens to run at the same time counts. `--rounds 1`: fewer rounds; `--json`: the
 * last line is one object of the figures; `--files`: the files of each journey too.
 */

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean' },
    files: { type: 'boolean' },
    rounds: { type: 'string', default: '5' },
  },
});
const WARM_UPS = 1;
const rounds = Number(options.rounds);
if (!Number.isInteger(rounds) || rounds < 1)
  throw new Error(`--rounds must be a whole number of at least 1, not ${options.rounds}.`);
const TEN = 10;
const POLL_MS = 20;
/** The time without a new call after which the work that a request started has ended. */
const QUIET_MS = 400;
const ROOT = new URL('../../src/', import.meta.url).href;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const data = await mkdtemp(join(tmpdir(), 'omomi-journeys-'));
const file = join(data, 'called.json');
const server = await startFeedServer();
const runner = await startRunner({
  data: join(data, 'runner'),
  allowHosts: server.host,
  variables: {
    JOURNEYS_FILE: file,
    NODE_OPTIONS: `--import=${new URL('probe.ts', import.meta.url).href}`,
  },
});

/** Returns the functions of the back end that were called since the last time. */
const take = async (): Promise<Set<string>> => {
  process.kill(runner.pid, 'SIGUSR2');
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text !== null) {
      await rm(file);
      return new Set(
        z
          .array(z.string())
          .parse(JSON.parse(text))
          .filter((one) => one.startsWith(ROOT)),
      );
    }
    await pause(POLL_MS);
  }
};

/** Returns what is called from now on until nothing new is called any more. */
const takeUntilQuiet = async (): Promise<Set<string>> => {
  const called = await take();
  for (let quietSince = performance.now(); performance.now() - quietSince < QUIET_MS;) {
    await pause(POLL_MS);
    for (const one of await take()) {
      if (!called.has(one)) quietSince = performance.now();
      called.add(one);
    }
  }
  return called;
};

const unreadCount = async (): Promise<number> => {
  const { items } = await runner.get<Page<Feed>>('/api/feeds');
  return items.reduce((sum, { unread_count }) => sum + unread_count, 0);
};

/** Returns what is called until the articles that a journey brings are unread; the questions whether they are do not count. */
const takeUntilUnread = async (expected: number): Promise<Set<string>> => {
  let called = new Set<string>();
  for (let unread = 0; unread < expected;) {
    called = called.union(await takeUntilQuiet());
    unread = await unreadCount();
    await take();
  }
  return called;
};

const documentOf = (path: string, from: number) =>
  server.set(path, {
    body: rss(
      Array.from({ length: TEN }, (_, n) => numberedItem(from + n)),
      { title: `Feed ${path}`, site: server.url('/') },
    ),
  });

const followNew = async (path: string, from: number): Promise<Feed> => {
  documentOf(path, from);
  return runner.post<Feed>('/api/feeds', { url: server.url(path) });
};

await runner.post('/api/keywords', { text: 'article', weight: 1 });
const fetched = await followNew('/fetched', 0);
await runner.settled();
const rows = (await runner.get<Page<ArticleRow>>('/api/articles?limit=50')).items;
const idOf = (round: number): string => rows[round]?.article_id ?? '';

/** The journeys. One that brings articles ends when they are unread, any other with its answer. */
const journeys: Record<string, { run: (round: number) => Promise<unknown>; brings?: number }> = {
  refused: { run: () => runner.get('/api/articles?limit=0').catch(() => null) },
  list: { run: () => runner.get('/api/articles?limit=50') },
  open: { run: (round) => runner.get(`/api/articles/${idOf(round)}`) },
  mark: { run: (round) => runner.put(`/api/articles/${idOf(round)}/read`, { is_read: true }) },
  search: { run: () => runner.get('/api/search?q=article&limit=20') },
  subscribe: { run: (round) => followNew(`/new-${round}`, 1000 * (round + 1)) },
  import: {
    run: (round) => {
      documentOf(`/imported-${round}`, 10_000 * (round + 1));
      return runner.importFeeds([server.url(`/imported-${round}`)]);
    },
    brings: TEN,
  },
  fetch: {
    run: (round) => {
      documentOf('/fetched', TEN * (round + 1));
      return runner.post('/api/jobs/fetch-feeds', { feed_id: fetched.feed_id });
    },
    brings: TEN,
  },
};

const figures: Record<string, { files: number; functions: number; rooms: number }> = {};
for (const [name, { run, brings = 0 }] of Object.entries(journeys)) {
  let inEach: Set<string> | null = null;
  for (let round = 0; round < WARM_UPS + rounds; round += 1) {
    const expected = brings > 0 ? (await unreadCount()) + brings : 0;
    await takeUntilQuiet();
    await run(round);
    const called: Set<string> = await (brings > 0 ? takeUntilUnread(expected) : take());
    if (round >= WARM_UPS) inEach = inEach === null ? called : inEach.intersection(called);
  }
  const functions = [...(inEach ?? [])].map((one) => one.slice(ROOT.length));
  const files = [...new Set(functions.map((one) => one.replace(/#.*$/, '')))].toSorted();
  const rooms = new Set(files.map((one) => one.replace(/\/.*$/, '')));
  figures[name] = { files: files.length, functions: functions.length, rooms: rooms.size };
  console.log(
    `${name}: ${files.length} files, ${functions.length} functions, ${rooms.size} rooms (${[...rooms].toSorted().join(', ')})`,
  );
  if (options.files === true) console.log(files.map((one) => `  ${one}`).join('\n'));
}
await runner.stop();
await server.close();
await rm(data, { recursive: true });
if (options.json === true) console.log(JSON.stringify(figures));
