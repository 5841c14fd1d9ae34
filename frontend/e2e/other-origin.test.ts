/// <reference lib="dom" />
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints, type Feed, type Job } from '../../backend/src/contract/index.ts';
import { numberedItem, rss } from '../../backend/test/harness/servers/feed-server.ts';
import { listeningPorts, tellsListening } from '../../backend/test/harness/servers/listening.ts';
import { ico } from '../../backend/test/harness/servers/images.ts';
import { openBrowser } from './browser.ts';
import { openWorld, type World } from './world.ts';

type Attempt = { method: string; path: string; body: string | null };

/** Runs in a page of another origin. Sends every kind of request and returns those whose answers it can read. */
const attack = async ([origin, attempts]: [string, Attempt[]]): Promise<string[]> => {
  const read: string[] = [];
  const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded'];
  for (const { method, path, body } of attempts) {
    const url = origin + path;
    for (const type of types)
      for (const mode of ['cors', 'no-cors'] as const)
        for (const credentials of ['include', 'omit'] as const) {
          const headers = body === null ? {} : { 'content-type': type };
          const answer = await fetch(url, { method, mode, credentials, headers, body }).catch(() => null);
          const text = (await answer?.text().catch(() => '')) ?? '';
          if (answer !== null && (answer.type !== 'opaque' || text !== ''))
            read.push(`${method} ${path}: ${mode}`);
        }
  }
  return read;
};

/** Runs in the page. Returns the addresses that it can show or run in elements, which need no permission by CORS. */
const embed = async (addresses: string[]): Promise<string[]> => {
  const shown: string[] = [];
  const tryOut = (element: HTMLElement, address: string) =>
    new Promise<void>((resolve) => {
      const end = (isShown: boolean) => () => {
        if (isShown) shown.push(`${element.localName} ${address}`);
        resolve();
      };
      element.addEventListener('load', end(true));
      element.addEventListener('error', end(false));
      element.setAttribute(element.localName === 'link' ? 'href' : 'src', address);
      document.body.append(element);
    });
  for (const address of addresses) {
    await tryOut(document.createElement('img'), address);
    await tryOut(document.createElement('script'), address);
    await tryOut(Object.assign(document.createElement('link'), { rel: 'stylesheet' }), address);
  }
  return shown;
};

/** Runs in the page. Submits forms, which need no permission by CORS, and loads the answers in a frame. */
const submit = async (addresses: string[]): Promise<void> => {
  for (const action of addresses) {
    const frame = Object.assign(document.createElement('iframe'), { name: 'answer' });
    document.body.append(frame);
    const form = Object.assign(document.createElement('form'), { action, method: 'post', target: 'answer' });
    form.enctype = 'text/plain';
    form.append(
      Object.assign(document.createElement('input'), { name: '{"text":"evil","x":"', value: '"}' }),
    );
    document.body.append(form);
    const answered = new Promise((resolve) => frame.addEventListener('load', resolve));
    form.submit();
    await answered;
    frame.remove();
  }
};

/**
 * Runs in the page. Speaks the protocol of DynamoDB, without a valid signature, to each address: lists the tables, reads
 * all items of each, and deletes it. Returns the answers that it can read.
 */
const attackTables = async (addresses: string[]): Promise<string[]> => {
  const read: string[] = [];
  const ask = async (address: string, operation: string, body: object) => {
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      'x-amz-date': '20260101T000000Z',
      authorization: 'AWS4-HMAC-SHA256 Credential=none, SignedHeaders=none, Signature=none',
    };
    const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) }).catch(
      () => null,
    );
    if (answer === null) return '';
    const text = await answer.text();
    read.push(`${operation} ${text.slice(0, 200)}`);
    return text;
  };
  for (const address of addresses) {
    const names = /"TableNames":(\[[^\]]*\])/.exec(await ask(address, 'ListTables', {}))?.[1] ?? '[]';
    for (const TableName of JSON.parse(names) as string[]) {
      await ask(address, 'Scan', { TableName });
      await ask(address, 'DeleteTable', { TableName });
    }
  }
  return read;
};

describe('a page of another origin on the same machine', () => {
  let world: World;
  let server: World['server'];
  let runner: World['runner'];
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let feed: Feed;
  let attempts: Attempt[];

  beforeAll(async () => {
    world = await openWorld();
    ({ server, runner } = world);
    server.set('/feed.xml', { body: rss([numberedItem(1)], { site: server.url('/') }) });
    server.set('/favicon.ico', { body: ico() });
    server.set('/evil', { body: '<!doctype html><body>Evil</body>', type: 'text/html' });
    feed = await runner.post<Feed>('/api/feeds', { url: server.url('/feed.xml') });
    await runner.post('/api/keywords', { text: 'kept' });
    // The keyword starts a recalculation; only what changes after it counts.
    const { items: jobs } = await runner.get<{ items: Job[] }>('/api/jobs');
    for (const { job_id } of jobs) await runner.jobDone(job_id);
    await runner.settled();
    attempts = Object.values(endpoints).map(({ method, path }) => ({
      method,
      path: path.replace('{feed_id}', feed.feed_id).replaceAll(/\{\w+\}/g, '1000000000000000000'),
      body:
        method === 'GET' || method === 'DELETE'
          ? null
          : JSON.stringify({ text: 'evil', url: server.url('/evil') }),
    }));
    browser = await openBrowser();
    await browser.page.goto(server.url('/evil'));
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  const state = async () => ({
    feeds: await runner.get('/api/feeds'),
    keywords: await runner.get('/api/keywords'),
    preferences: await runner.get('/api/me/preferences'),
    jobs: await runner.get('/api/jobs'),
    tokens: await runner.get('/api/tokens'),
  });

  it('can neither read an answer of the API nor change anything', async () => {
    const before = await state();
    expect(attempts.length).toBeGreaterThan(40);
    const given: [string, Attempt[]] = [runner.origin, attempts];
    expect(await browser.page.evaluate(attack, given)).toEqual([]);
    const writes = attempts.filter(({ method }) => method === 'POST').map(({ path }) => runner.origin + path);
    await browser.page.evaluate(submit, writes);
    expect(await state()).toEqual(before);
  });

  it.skipIf(!tellsListening)('can neither read nor change the table at any port of the process', async () => {
    const before = await state();
    const ports = listeningPorts(runner.pid);
    expect(ports).toContain(Number(new URL(runner.origin).port));
    const addresses = ports.map((port) => `http://127.0.0.1:${port}/`);
    expect(await browser.page.evaluate(attackTables, addresses)).toEqual([]);
    expect(await state()).toEqual(before);
  });

  it('can neither show nor run its content, nor put its pages in a frame', async () => {
    const { page } = browser;
    const paths = [`${feed.icon_url}`, '/api/feeds', '/api/me', '/api/me/export', '/api/opml'];
    expect(feed.icon_url).not.toBeNull();
    expect(
      await page.evaluate(
        embed,
        paths.map((path) => runner.origin + path),
      ),
    ).toEqual([]);
    await page.evaluate(
      (src) =>
        new Promise((resolve) => {
          const frame = Object.assign(document.createElement('iframe'), { src });
          frame.addEventListener('load', resolve);
          document.body.append(frame);
        }),
      `${runner.origin}/`,
    );
    const inside = await Promise.all(
      page
        .frames()
        .slice(1)
        .map((frame) => frame.content()),
    );
    expect(inside.join()).not.toContain('Omomi');
  });

  const ask = ({ method, path }: Attempt, headers: Record<string, string>) =>
    new Promise<{ status: number; names: string[] }>((resolve, reject) => {
      const sent = request(new URL(path, runner.origin), { method, headers }, (answer) => {
        answer.resume();
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, names: Object.keys(answer.headers) }),
        );
      });
      sent.on('error', reject);
      sent.end();
    });

  it('is never permitted by the CORS headers of an answer', async () => {
    for (const origin of [server.origin, 'null', runner.origin, 'https://evil.example'])
      for (const attempt of attempts)
        for (const method of ['OPTIONS', attempt.method === 'DELETE' ? 'HEAD' : 'GET']) {
          const headers = { origin, 'access-control-request-method': attempt.method };
          const { names } = await ask({ ...attempt, method }, headers);
          expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
        }
  });

  it('gets nothing by its own host name that resolves to this address', async () => {
    for (const host of [
      'evil.example',
      `evil.example:${new URL(runner.origin).port}`,
      '127.0.0.1.evil.example',
    ])
      for (const path of ['/', '/api/feeds', '/api/me/export', `${feed.icon_url}`]) {
        const { status } = await ask({ method: 'GET', path, body: null }, { host });
        expect(status, `${host} ${path}`).toBeGreaterThanOrEqual(400);
      }
  });
});
