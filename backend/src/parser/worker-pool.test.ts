import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Worker } from 'node:worker_threads';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { RefusedFile } from './fields/refused-file.ts';
import { ParseError } from './fields/parsed-feed.ts';
import { createWorkerParser, createWorkerPool } from './worker-parser.ts';

const folder = mkdtempSync(join(tmpdir(), 'omomi-parser-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The script of a worker whose behaviour depends on the document's content type. */
const strange = join(folder, 'strange.mjs');
writeFileSync(
  strange,
  `import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', ({ contentType }) => {
    if (contentType === 'hang') for (;;);
    if (contentType === 'exit') process.exit(3);
    if (contentType === 'throw') throw new Error('unforeseen');
    if (contentType === 'memory') { const all = []; for (;;) all.push({ some: all.length, more: [all.length] }); }
    parentPort.postMessage({ result: { title: contentType, thread: threadId } });
  });
  parentPort.postMessage({ ready: true });`,
);
const pool = (options: { size?: number; limitMs?: number; idleMs?: number; heapMb?: number } = {}) =>
  createWorkerPool({ workerUrl: pathToFileURL(strange), heapMb: 32, ...options });
const task = (contentType: string) => ({ kind: 'feed', bytes: new Uint8Array(8), contentType }) as const;
const threadOf = (parsed: unknown): number => (parsed as { thread: number }).thread;

describe('a pool of worker threads', () => {
  it.each([
    ['hang', 'too_complex', 'Reading the document takes more than 0.3 seconds, so it was given up.'],
    ['memory', 'too_complex', 'Reading the document takes more than 32 MB of memory, so it was given up.'],
    ['exit', undefined, 'the thread that reads documents ended by itself'],
    ['throw', undefined, 'unforeseen'],
  ])('survives a document that makes it %s', async (what, code, message) => {
    const { run, close } = pool({ limitMs: what === 'hang' ? 300 : 60_000 });
    const [hostile, next] = await Promise.allSettled([run(task(what)), run(task('next'))]);
    expect(hostile).toMatchObject({ status: 'rejected', reason: { message } });
    expect(hostile.status === 'rejected' && hostile.reason instanceof ParseError).toBe(code !== undefined);
    expect(hostile.status === 'rejected' && hostile.reason.fault).toBe(code);
    expect(next).toMatchObject({ status: 'fulfilled', value: { title: 'next' } });
    await close();
  });

  it('starts no thread for another document before the memory of one that was given up is free', async () => {
    let alive = 0;
    let most = 0;
    const count = (worker: Worker) => {
      alive += 1;
      most = Math.max(most, alive);
      worker.once('exit', () => (alive -= 1));
    };
    process.on('worker', count);
    const { run, close } = pool({ limitMs: 50 });
    await Promise.allSettled(['hang', 'hang', 'hang', 'next'].map((what) => run(task(what))));
    process.off('worker', count);
    await close();
    expect(most).toBe(1);
  });

  it('blocks only its own thread while a document hangs', async () => {
    const { run, close } = pool({ size: 2, limitMs: 60_000 });
    const hanging = run(task('hang')).catch((error: unknown) => error);
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    for (let n = 0; n < 20; n += 1) expect(await run(task(`${n}`))).toMatchObject({ title: `${n}` });
    delay.disable();
    // The documents answered before the hanging one was given up, however slow the machine is.
    expect(delay.max / 1e6).toBeLessThan(30_000);
    await close();
    expect(await hanging).toMatchObject({ message: 'the parser was closed' });
  });

  it('reuses one thread for several documents, and starts a new one after an idle thread was ended', async () => {
    const { run, close } = pool({ idleMs: 20, size: 2 });
    const first = threadOf(await run(task('a')));
    expect(threadOf(await run(task('b')))).toBe(first);
    let last = first;
    await expect
      .poll(async () => (last = threadOf(await run(task('c')))), { interval: 100, timeout: 120_000 })
      .toBeGreaterThan(first);
    expect(last).toBeGreaterThan(first);
    await close();
  });
});

describe('reading in worker threads', () => {
  const parser = createWorkerParser({ workerUrl: new URL('./worker.ts', import.meta.url) });
  afterAll(parser.close);
  const bytes = (text: string) => new TextEncoder().encode(text);

  it('keeps the caller’s bytes usable', async () => {
    const document = bytes('<rss version="2.0"><channel><title>T</title></channel></rss>');
    expect(await parser.parseFeed(document, null)).toMatchObject({ title: 'T', items: [] });
    expect(document.length).toBeGreaterThan(0);
  });

  it('keeps the types of errors', async () => {
    const page = await parser.parseFeed(bytes('<!doctype html><p>'), null).catch((error: unknown) => error);
    expect(page).toBeInstanceOf(ParseError);
    expect(page).toMatchObject({ fault: 'not_a_feed', message: 'This is a web page, not a feed.' });
    const opml = await parser.planExport(bytes('<p>')).catch((error: unknown) => error);
    expect(opml).toBeInstanceOf(RefusedFile);
    expect(opml).toMatchObject({ message: expect.stringContaining('not an OPML document') });
  });

  it('reads the links of a page and the rows of an OPML document', async () => {
    const page =
      '<link rel="alternate" type="application/rss+xml" href="/rss"><link rel="icon" href="/i.png">';
    const url = 'https://a.example/';
    expect(await parser.pageFeeds({ bytes: bytes(page), contentType: null, url })).toEqual({
      named: [{ url: 'https://a.example/rss', title: null, format: 'rss' }],
      embedded: [],
    });
    expect(await parser.iconLinks(bytes(page), url)).toEqual(['https://a.example/i.png']);
    expect(await parser.planExport(bytes('<opml><body><outline xmlUrl="u"/></body></opml>'))).toEqual({
      feeds: [{ url: 'u', title: null, folder: null }],
      articles: 0,
    });
  });

  it('sanitises contents in order, in as many messages as necessary', async () => {
    const contents = Array.from({ length: 120 }, (_, n) => ({
      html: `<b onclick="x">${n}</b>`,
      base_url: 'https://a.example/',
    }));
    expect(await parser.sanitiseAll(contents)).toEqual(contents.map((_, n) => `<strong>${n}</strong>`));
  });

  it('returns plain text for a content that takes too long, and the others complete', async () => {
    const hasty = createWorkerParser({
      workerUrl: new URL('./worker.ts', import.meta.url),
      limitMs: 1,
    });
    const html = '<a href="x">word</a>'.repeat(9000);
    const [content = ''] = await hasty.sanitiseAll([{ html, base_url: 'https://a.example/' }]);
    expect(content).toMatch(/^<p>wordword[^<]*<\/p>$/);
    await hasty.close();
  });
});
