import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createPageWorld, leastGap } from './page-world.ts';

const world = createPageWorld();
const minute = 60_000;
const day = 24 * 60 * minute;

/** Answers robots.txt with this, and each page with its path. */
const robotsAnswering =
  (robots: RequestListener): RequestListener =>
  (request, response) => {
    if (request.url?.startsWith('/robots.txt') === true) robots(request, response);
    else response.end(request.url);
  };
const robotsSaying = (text: string | Buffer) =>
  robotsAnswering((_request, response) => void response.end(text));
const robotsStatus = (status: number, headers: Record<string, string> = {}) =>
  robotsAnswering((_request, response) => void response.writeHead(status, headers).end('Disallow: /'));
const robotsAsked = () => world.pathsOf('a').filter((path) => path === '/robots.txt').length;

const page = (path = '/page') => world.url('a', path);

describe('robots.txt of an origin', () => {
  it('is asked for once in 24 hours by all processes', async () => {
    world.answer = robotsSaying('User-agent: *\nDisallow: /no');
    const [first, second] = [world.start(), world.start()];
    for (const { requestPage } of [first, second, first]) {
      expect((await world.insist(requestPage, page())).answer.outcome).toBe('answered');
      expect(await requestPage(page('/no'))).toEqual({ outcome: 'disallowed', rule: 'Disallow: /no' });
    }
    world.time = day - 1;
    await world.insist(world.start().requestPage, page());
    expect(robotsAsked()).toBe(1);
    world.time = day + minute;
    await world.insist(first.requestPage, page());
    await world.insist(second.requestPage, page());
    expect(robotsAsked()).toBe(2);
  });

  it('is one for each scheme, host and port', async () => {
    world.answer = robotsAnswering((request, response) => {
      response.end(request.headers.host?.startsWith('a.') === true ? 'User-agent: *\nDisallow: /' : '');
    });
    const { requestPage } = world.start();
    expect((await world.insist(requestPage, page())).answer.outcome).toBe('disallowed');
    expect((await world.insist(requestPage, world.url('b', '/page'))).answer.outcome).toBe('answered');
    expect(world.pathsOf('b')).toEqual(['/robots.txt', '/page']);
  });

  it.each([[200], [204], [300], [304], [400], [401], [403], [404], [410], [418], [429]])(
    'allows everything with status %i and no rules',
    async (status) => {
      world.answer = robotsStatus(status);
      const { answer } = await world.insist(world.start().requestPage, page());
      expect(answer.outcome).toBe('answered');
      expect(world.pathsOf('a')).toEqual(['/robots.txt', '/page']);
    },
  );

  it.each([[500], [501], [505], [520], [599]])(
    'refuses everything with status %i, and is asked again after half an hour',
    async (status) => {
      world.answer = robotsStatus(status);
      const { requestPage } = world.start();
      const rule = expect.stringMatching(
        `^robots.txt could not be had: a.test:\\d+ answered with status ${status}.$`,
      );
      expect(await requestPage(page())).toEqual({ outcome: 'disallowed', rule });
      world.answer = robotsStatus(404);
      world.time = 29 * minute;
      expect((await world.start().requestPage(page())).outcome).toBe('disallowed');
      world.time = 30 * minute;
      expect((await world.insist(requestPage, page())).answer.outcome).toBe('answered');
      expect(world.pathsOf('a')).toEqual(['/robots.txt', '/robots.txt', '/page']);
    },
  );

  it.each<[string, RequestListener]>([
    ['502', robotsStatus(502)],
    ['503', robotsStatus(503)],
    ['504', robotsStatus(504)],
    ['no answer', robotsAnswering((request) => void request.socket.destroy())],
    [
      'half an answer',
      robotsAnswering((_request, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('User-agent', () => response.socket?.destroy());
      }),
    ],
  ])('is asked three times more after %s, and then refuses everything', async (_name, answer) => {
    world.answer = answer;
    const { answer: last, waits } = await world.insist(world.start().requestPage, page());
    expect(last).toMatchObject({
      outcome: 'disallowed',
      rule: /^robots\.txt could not be had: .+[a-z0-9]\.$/,
    });
    expect(robotsAsked()).toBe(4);
    expect(waits.every(({ problem }) => problem === null)).toBe(true);
    const pauses = world.asked.slice(1).map(({ time }, at) => time - (world.asked[at]?.time ?? 0));
    for (const [at, most] of [2000, 4000, 8000].entries()) {
      expect(pauses[at]).toBeGreaterThanOrEqual(most / 2);
      expect(pauses[at]).toBeLessThanOrEqual(most + 1200);
    }
    expect(world.pathsOf('a')).not.toContain('/page');
  });

  it('waits for a short Retry-After, and refuses pages during a long one', async () => {
    world.answer = robotsStatus(503, { 'retry-after': '40' });
    const { requestPage } = world.start();
    expect(await requestPage(page())).toMatchObject({ outcome: 'wait', wait_ms: 40_000 });
    world.answer = robotsStatus(503, { 'retry-after': '7200' });
    world.time = 40_000;
    expect((await requestPage(page())).outcome).toBe('disallowed');
    world.answer = robotsStatus(404);
    world.time += 119 * minute;
    expect((await requestPage(page())).outcome).toBe('disallowed');
    world.time += minute;
    expect((await world.insist(requestPage, page())).answer.outcome).toBe('answered');
  });

  it('that cannot be had refuses in spite of an old copy, and after 30 days the copy counts again', async () => {
    world.answer = robotsSaying('User-agent: *\nDisallow: /no');
    const { requestPage } = world.start();
    await world.insist(requestPage, page());
    world.answer = robotsStatus(500);
    world.time = 2 * day;
    expect((await requestPage(page())).outcome).toBe('disallowed');
    world.time = 31 * day;
    expect((await requestPage(page())).outcome).toBe('disallowed');
    world.time = 32 * day;
    expect((await world.insist(requestPage, page())).answer.outcome).toBe('answered');
    expect((await requestPage(page('/no'))).outcome).toBe('disallowed');
    world.answer = robotsSaying('');
    world.time = 33 * day;
    expect((await world.insist(requestPage, page('/no'))).answer.outcome).toBe('answered');
    world.answer = robotsStatus(500);
    world.time = 35 * day;
    expect((await requestPage(page())).outcome).toBe('disallowed');
  });

  it('that never could be had allows everything after 30 days', async () => {
    world.answer = robotsStatus(500);
    const { requestPage } = world.start();
    for (const at of [0, 10, 20, 29]) {
      world.time = at * day;
      expect((await requestPage(page())).outcome).toBe('disallowed');
    }
    world.time = 30 * day;
    expect((await world.insist(requestPage, page())).answer.outcome).toBe('answered');
  });
});

describe('the request for robots.txt', () => {
  const redirecting = (target: (step: number) => string, most: number): RequestListener =>
    robotsAnswering((request, response) => {
      const step = Number(/\d+$/.exec(request.url ?? '')?.[0] ?? 0);
      if (step < most) response.writeHead(301, { location: target(step + 1) }).end();
      else response.end('User-agent: *\nDisallow: /no');
    });

  it('follows five redirects, each with a turn of its host, by several processes', async () => {
    world.answer = redirecting((step) => `/robots.txt?${step}`, 5);
    let answer;
    for (let ask = 0; ask < 20 && answer?.outcome !== 'disallowed'; ask += 1) {
      answer = await world.start().requestPage(page('/no'));
      if (answer.outcome === 'wait') world.time += answer.wait_ms;
    }
    expect(answer).toEqual({ outcome: 'disallowed', rule: 'Disallow: /no' });
    const targets = [1, 2, 3, 4, 5].map((step) => `/robots.txt?${step}`);
    expect(world.pathsOf('a')).toEqual(['/robots.txt', ...targets]);
    expect(leastGap(world.asked)).toBeGreaterThanOrEqual(1000);
  });

  it('follows a redirect to another host, whose document goes for the first one', async () => {
    world.answer = robotsAnswering((request, response) => {
      if (request.headers.host?.startsWith('a.') === true)
        response.writeHead(302, { location: world.url('b', '/robots.txt') }).end();
      else response.end('User-agent: *\nDisallow: /no');
    });
    const { requestPage } = world.start();
    expect((await world.insist(requestPage, page('/no'))).answer.outcome).toBe('disallowed');
    expect(world.pathsOf('b')).toEqual(['/robots.txt']);
  });

  it.each([
    ['six redirects', redirecting((step) => `/robots.txt?${step}`, 6)],
    ['a circle', redirecting(() => '/robots.txt', 1)],
  ])('allows everything after %s', async (_name, answer) => {
    world.answer = answer;
    expect((await world.insist(world.start().requestPage, page('/no'))).answer.outcome).toBe('answered');
  });

  it('reads 500 KiB of an endless document', async () => {
    world.answer = robotsAnswering((_request, response) => {
      response.write('User-agent: *\nDisallow: /no\n');
      const pour = (): void => {
        while (!response.destroyed && response.write(`Disallow: /${'x'.repeat(60)}\n`.repeat(1000)));
        if (!response.destroyed) response.once('drain', pour);
      };
      pour();
    });
    const { requestPage } = world.start();
    expect((await world.insist(requestPage, page('/no'))).answer.outcome).toBe('disallowed');
    expect((await world.insist(requestPage, page())).answer.outcome).toBe('answered');
  });

  it('obeys rules that are too large for the table', async () => {
    // Octets outside ASCII in no order, which cannot be compressed to what an item holds.
    const noise = randomBytes(500_000).map((octet) => octet | 0x80);
    world.answer = robotsSaying(
      Buffer.concat([Buffer.from('User-agent: *\nDisallow: /no\nDisallow: /'), noise]),
    );
    const { requestPage } = world.start();
    expect((await world.insist(requestPage, page('/no'))).answer.outcome).toBe('disallowed');
    expect((await world.insist(requestPage, page())).answer.outcome).toBe('answered');
    expect(robotsAsked()).toBe(1);
    expect(await world.stores().robots.get(new URL(page()).origin)).toBeNull();
  });

  it('names this service and its contact', async () => {
    let agent: string | undefined;
    world.answer = robotsAnswering((request, response) => {
      agent = request.headers['user-agent'];
      response.end();
    });
    await world.start().requestPage(page());
    expect(agent).toBe('Omomi-test/1');
  });

  it('has a Crawl-delay that the pace of the host follows, 30 seconds at most', async () => {
    world.answer = robotsSaying('User-agent: *\nCrawl-delay: 5');
    const { requestPage, robotsFor } = world.start();
    await world.insist(requestPage, page('/1'));
    const start = world.time;
    await world.insist(requestPage, page('/2'));
    expect(world.time - start).toBe(5100);
    await world.insist(requestPage, page('/3'), { delay_ms: 8000 });
    const third = world.time;
    await world.insist(requestPage, page('/4'));
    expect(world.time - third).toBe(8100);
    expect(await robotsFor(page())).toMatchObject({ crawl_delay_ms: 5000, sitemaps: [] });
  });
});
