// @module-tag long
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startRunner } from '../../harness/runner.ts';
import { errorBody, type ArticleRow, type Feed, type Page } from '../../../src/contract/index.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { listeningPorts, tellsListening } from '../../harness/servers/listening.ts';
import { hasNoSmallDisk, mountSmallDisk, smallDiskNote } from '../../harness/small-disk.ts';

const root = join(import.meta.dirname, '../../../..');
const table = (folder: string) => join(folder, 'table.sqlite');

const document = (name: string, count: number) =>
  rss(
    Array.from({ length: count }, (_, n) => ({
      title: `Article ${n} of ${name}`,
      link: `https://${name}.example/${n}`,
      guid: `${name}-${n}`,
      text: `<p>${`What article ${n} of ${name} says about the climate. `.repeat(20)}</p>`,
      date: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(),
    })),
    { title: name, site: `https://${name}.example/` },
  );

/** Every file and folder under this one. */
const everythingIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).map(({ parentPath, name }) =>
    join(parentPath, name),
  );

const openToOthers = (folder: string) =>
  everythingIn(folder).filter((path) => (statSync(path).mode & 0o077) !== 0);

const flip = (path: string, text: string) => {
  const bytes = readFileSync(path);
  let flipped = 0;
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + 1)) {
    bytes[at + text.length - 1] = (bytes[at + text.length - 1] ?? 0) ^ 1;
    flipped += 1;
  }
  if (flipped === 0) throw new Error(`${text} is not in ${path}`);
  writeFileSync(path, bytes);
};

/** Runs a file of `local/` as npm would, to its end. */
const runToEnd = async (file: string, ...args: string[]) => {
  const child = spawn(process.execPath, [join(root, 'backend/src/local', file), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = await once(child, 'close');
  return { code, output, errors };
};

describe('the storage of the local runner', () => {
  let server: FeedServer;
  let data: string;
  beforeAll(async () => {
    server = await startFeedServer();
    data = await mkdtemp(join(tmpdir(), 'omomi-storage-'));
  });
  afterAll(async () => {
    await server.close();
    await rm(data, { recursive: true, force: true });
  });

  const start = (folder: string) => startRunner({ data: folder, allowHosts: server.host });
  const send = async (origin: string, path: string, body?: object) => {
    const init = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const response = await fetch(new URL(path, origin), init);
    const json: unknown = await response.json();
    return { status: response.status, code: errorBody.safeParse(json).data?.error.code, json };
  };
  const healthOf = (origin: string) => send(origin, '/api/health');

  it('is readable by its owner only, including files that an earlier version created', async () => {
    const folder = join(data, 'private');
    server.set('/private', { body: document('private', 5) });
    const first = await start(folder);
    await first.post('/api/feeds', { url: server.url('/private') });
    await first.post('/api/keywords', { text: 'climate', weight: 1 });
    await first.settled();
    expect(everythingIn(folder).some((path) => path.includes('blobs'))).toBe(true);
    expect(openToOthers(folder)).toEqual([]);
    await first.stop();

    const before = everythingIn(folder);
    for (const path of before) chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
    const second = await start(folder);
    expect(openToOthers(folder)).toEqual([]);
    await second.stop();
  });

  it.skipIf(!tellsListening)('has no port besides that of the page', async () => {
    const runner = await start(join(data, 'port'));
    expect(listeningPorts(runner.pid)).toEqual([Number(new URL(runner.origin).port)]);
    await runner.stop();
  });

  it('with a damaged item fails the requests that need it, and reports it in /api/health', async () => {
    const folder = join(data, 'flipped');
    server.set('/flipped', { body: document('flipped', 5) });
    const first = await start(folder);
    await first.post('/api/feeds', { url: server.url('/flipped') });
    await first.post('/api/keywords', { text: 'keyword to damage', weight: 1 });
    await first.stop();
    flip(table(folder), 'keyword to damage');

    const second = await start(folder);
    expect((await healthOf(second.origin)).status).toBe(200);
    const refused = await send(second.origin, '/api/keywords');
    expect([refused.status, refused.code]).toEqual([500, 'STORAGE_DAMAGED']);
    expect(JSON.stringify(refused.json)).toMatch(/table\.sqlite is damaged.*npm run restore/);
    expect((await send(second.origin, '/api/feeds')).status).toBe(200);
    await expect.poll(async () => (await healthOf(second.origin)).status, { timeout: 120_000 }).toBe(503);
    expect(JSON.stringify((await healthOf(second.origin)).json)).toContain('its file is damaged');
    await second.stop();
  });

  it('prevents the start with a message of one line if the file is damaged', async () => {
    const folder = join(data, 'damaged');
    const first = await start(folder);
    await first.stop();
    flip(table(folder), 'SQLite format');
    const header = await runToEnd('main.ts', '--port', '0', '--data', folder);
    expect(header).toMatchObject({ code: 1, output: '' });
    expect(header.errors).toMatch(
      /^Omomi cannot start: The file \S+table\.sqlite is damaged \(.*\)\. .*npm run restore.*\n$/,
    );
    truncateSync(table(folder), 0);
    const empty = await runToEnd('main.ts', '--port', '0', '--data', folder);
    expect(empty.errors).toMatch(
      /^Omomi cannot start: The file \S+table\.sqlite is damaged \(it is empty\)\..*\n$/,
    );
  });

  it('is not restored while the runner is using it', async () => {
    const folder = join(data, 'restore');
    const runner = await start(folder);
    await runner.post('/api/keywords', { text: 'climate', weight: 1 });
    const listed = await runToEnd('cli/restore.ts', '--data', folder);
    expect(listed).toMatchObject({ code: 0, output: expect.stringContaining('There are no copies') });
    const refused = await runToEnd('cli/restore.ts', '2026-01-01', '--data', folder);
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('is in use by another Omomi') });
    await runner.stop();
  });

  describe.skipIf(hasNoSmallDisk)(`on a full disk${smallDiskNote}`, () => {
    it('answers 507, loses nothing acknowledged, and continues by itself once there is space', async () => {
      const disk = mountSmallDisk(24);
      onTestFinished(disk.remove);
      const folder = join(disk.path, 'data');
      server.set('/before', { body: document('before', 20) });
      server.set('/full', { body: document('full', 20) });
      const runner = await start(folder);
      const kept: string[] = [];
      const addKeyword = async (text: string) => {
        const answer = await send(runner.origin, '/api/keywords', { text, weight: 1 });
        if (answer.status === 201) kept.push(text);
        return answer;
      };
      await runner.post('/api/feeds', { url: server.url('/before') });
      await addKeyword('climate');
      await runner.settled();

      disk.fill();
      await expect
        .poll(async () => (await addKeyword(`word ${kept.length}`)).code, { timeout: 120_000 })
        .toBe('STORAGE_FULL');
      const refused = await send(runner.origin, '/api/feeds', { url: server.url('/full') });
      expect([refused.status, refused.code]).toEqual([507, 'STORAGE_FULL']);
      expect(JSON.stringify(refused.json)).toMatch(/The disk that holds .* is full.*Free space.*nothing/);
      expect((await send(runner.origin, '/api/articles?limit=50')).status).toBe(200);
      await expect.poll(async () => (await healthOf(runner.origin)).status, { timeout: 120_000 }).toBe(503);
      expect(JSON.stringify((await healthOf(runner.origin)).json)).toContain('its disk is full');

      disk.free();
      await expect.poll(async () => (await healthOf(runner.origin)).status, { timeout: 120_000 }).toBe(200);
      await addKeyword('apples');
      expect((await send(runner.origin, '/api/feeds', { url: server.url('/full') })).status).toBe(201);
      const counts = async () =>
        (await runner.get<Page<Feed>>('/api/feeds')).items.map(({ unread_count }) => unread_count);
      await expect.poll(counts, { timeout: 120_000 }).toEqual([20, 20]);
      await runner.settled();
      await runner.stop();

      const again = await start(folder);
      const keywords = await again.get<Page<{ text: string }>>('/api/keywords');
      expect(keywords.items.map(({ text }) => text).toSorted()).toEqual(kept.toSorted());
      expect((await again.get<Page<ArticleRow>>('/api/articles?limit=200')).items).toHaveLength(40);
      expect(everythingIn(folder).filter((path) => /\.(partial|next)$/.test(path))).toEqual([]);
      await again.stop();
    });
  });
});
