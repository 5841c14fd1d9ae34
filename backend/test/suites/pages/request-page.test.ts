import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { OutboundError } from '../../../src/web/guard/guarded-fetch.ts';
import { createPageWorld, leastGap } from './page-world.ts';

const world = createPageWorld();

const robots = 'User-agent: *\nDisallow: /no';
/** Answers robots.txt with the rule above, and pages as told. */
const pagesAnswering =
  (pages: RequestListener): RequestListener =>
  (request, response) => {
    if (request.url === '/robots.txt') response.end(robots);
    else pages(request, response);
  };
const page = (path = '/page') => world.url('a', path);

describe('a page that robots.txt forbids', () => {
  it('is never asked for', async () => {
    world.answer = pagesAnswering((_request, response) => void response.end());
    const { answer } = await world.insist(world.start().requestPage, page('/no/1'));
    expect(answer).toEqual({ outcome: 'disallowed', rule: 'Disallow: /no' });
    expect(world.pathsOf('a')).toEqual(['/robots.txt']);
  });

  it('is not asked for after a redirect either, on the same host or on another one', async () => {
    world.answer = pagesAnswering((request, response) => {
      const location = request.url === '/there' ? world.url('b', '/no') : '/no';
      response.writeHead(302, { location }).end();
    });
    const { requestPage } = world.start();
    for (const path of ['/here', '/there'])
      expect((await world.insist(requestPage, page(path))).answer.outcome).toBe('disallowed');
    expect(world.pathsOf('a')).toEqual(['/robots.txt', '/here', '/there']);
    expect(world.pathsOf('b')).toEqual(['/robots.txt']);
  });
});

describe('the turn of a host', () => {
  it('is taken for robots.txt, for pages and for each redirect, and nobody sleeps for it', async () => {
    world.answer = pagesAnswering((request, response) => {
      const step = Number(request.url?.slice(1));
      if (step < 3) response.writeHead(301, { location: `/${step + 1}` }).end();
      else response.end('there');
    });
    const started = performance.now();
    const { answer, waits } = await world.insist(world.start().requestPage, page('/0'));
    expect(answer).toMatchObject({
      outcome: 'answered',
      response: { status: 200, redirects: [1, 2, 3].map((step) => ({ status: 301, url: page(`/${step}`) })) },
    });
    expect(world.pathsOf('a')).toEqual(['/robots.txt', '/0', '/1', '/2', '/3']);
    expect(leastGap(world.asked)).toBeGreaterThanOrEqual(1000);
    expect(waits).toHaveLength(4);
    expect(waits.every(({ problem, progress }) => problem === null && progress.attempt === 0)).toBe(true);
    // More than four seconds of turns passed on the test's clock only.
    expect(performance.now() - started).toBeLessThan(world.time);
  });

  it('is shared by all processes', async () => {
    world.answer = pagesAnswering((_request, response) => void response.end());
    const processes = [world.start(), world.start(), world.start()];
    await world.insist(processes[0]!.requestPage, page('/0'));
    let open = ['/1', '/2', '/3', '/4', '/5', '/6'];
    for (let round = 0; round < 100 && open.length > 0; round += 1) {
      const answers = await Promise.all(open.map((path, at) => processes[at % 3]!.requestPage(page(path))));
      open = open.filter((_, at) => answers[at]?.outcome === 'wait');
      world.time += 100;
    }
    expect(world.pathsOf('a').toSorted()).toEqual(['/0', '/1', '/2', '/3', '/4', '/5', '/6', '/robots.txt']);
    expect(leastGap(world.asked)).toBeGreaterThanOrEqual(1000);
  });
});

describe('a page that fails', () => {
  const failing = (statuses: number[], headers: Record<string, string> = {}) => {
    let asked = 0;
    return pagesAnswering((request, response) => {
      const status = statuses[asked] ?? 200;
      asked += 1;
      if (status === 0) request.socket.destroy();
      else response.writeHead(status, headers).end(String(status));
    });
  };
  /** The waits that count as failures. */
  const problems = ({ waits }: Awaited<ReturnType<typeof world.insist>>) =>
    waits.flatMap(({ problem, progress, wait_ms }) =>
      problem === null ? [] : [{ ...problem, attempt: progress.attempt, wait_ms }],
    );

  it('with 502, 503, 504 or a broken connection comes again, with growing pauses', async () => {
    world.answer = failing([502, 0, 504]);
    const asked = await world.insist(world.start().requestPage, page());
    expect(asked.answer).toMatchObject({ outcome: 'answered', response: { status: 200 } });
    expect(problems(asked)).toMatchObject([
      { type: 'server_error', message: 'The server answered with status 502.', attempt: 1 },
      { type: 'unreachable', message: 'a.test broke off the connection.', attempt: 2 },
      { type: 'server_error', message: 'The server answered with status 504.', attempt: 3 },
    ]);
    for (const [at, { wait_ms }] of problems(asked).entries()) {
      expect(wait_ms).toBeGreaterThanOrEqual(1000 * 2 ** at);
      expect(wait_ms).toBeLessThanOrEqual(2000 * 2 ** at);
    }
  });

  it('a fourth time is told as it is', async () => {
    world.answer = failing([503, 503, 503, 503]);
    const asked = await world.insist(world.start().requestPage, page('/1'));
    expect(problems(asked)).toHaveLength(3);
    expect(asked.answer).toMatchObject({ outcome: 'answered', response: { status: 503 } });
    world.answer = failing([0, 0, 0, 0]);
    const broken = await world.insist(world.start().requestPage, page('/2'));
    expect(problems(broken)).toHaveLength(3);
    expect(broken.answer).toMatchObject({ outcome: 'failed', failure: { fault: 'unreachable' } });
  });

  it.each([[400], [401], [403], [404], [408], [410], [429], [500], [501]])(
    'with %i is not asked for again',
    async (status) => {
      world.answer = failing([status], { 'retry-after': '60' });
      const asked = await world.insist(world.start().requestPage, page());
      expect(asked.answer).toMatchObject({
        outcome: 'answered',
        response: { status },
        retry_after_ms: 60_000,
      });
      expect(problems(asked)).toEqual([]);
    },
  );

  it.each([
    ['30', 30_000],
    ['86400', 3_600_000],
  ])('waits as long as Retry-After says: %s', async (seconds, wait_ms) => {
    world.answer = failing([503], { 'retry-after': seconds });
    expect(problems(await world.insist(world.start().requestPage, page()))).toMatchObject([{ wait_ms }]);
  });

  it('goes on at the redirect where it failed', async () => {
    let failed = false;
    world.answer = pagesAnswering((request, response) => {
      if (request.url === '/0') response.writeHead(302, { location: '/1' }).end();
      else if (failed) response.end('there');
      else request.socket.destroy();
      failed ||= request.url === '/1';
    });
    const { answer } = await world.insist(world.start().requestPage, page('/0'));
    expect(answer).toMatchObject({ outcome: 'answered', response: { url: page('/1') } });
    expect(world.pathsOf('a')).toEqual(['/robots.txt', '/0', '/1', '/1']);
  });

  it('because its address is refused is told without a request', async () => {
    const { requestPage } = world.start();
    for (const url of ['http://127.0.0.1:1/', 'ftp://a.test/', 'nonsense']) {
      const answer = await requestPage(url);
      expect(answer).toMatchObject({ outcome: 'failed', failure: { fault: 'address_refused' } });
      expect(answer.outcome === 'failed' && answer.failure).toBeInstanceOf(OutboundError);
    }
    expect(world.asked).toEqual([]);
  });
});

describe('a page that answers', () => {
  it('has its facts and what X-Robots-Tag asks', async () => {
    world.answer = pagesAnswering((_request, response) => {
      response.setHeader('x-robots-tag', ['otherbot: noindex', 'noarchive, nosnippet']);
      response.end('<p>rain</p>');
    });
    const { answer } = await world.insist(world.start().requestPage, page());
    expect(answer).toMatchObject({
      outcome: 'answered',
      robots: { noindex: false, nofollow: false, noarchive: true, nosnippet: true },
      response: { facts: { body_bytes: 11, wire_bytes: 11, is_cut: false } },
      retry_after_ms: null,
    });
  });

  it('is asked for as the options say', async () => {
    let seen: unknown;
    world.answer = pagesAnswering((request, response) => {
      seen = request.headers;
      response.writeHead(301, { location: '/elsewhere' }).end('moved');
    });
    const conditions = { etag: '"1"', last_modified: 'Sun, 01 Mar 2026 07:00:00 GMT' };
    const options = { redirects: 'manual', user_agent: 'Survey/2', conditions, accept: 'text/xml' } as const;
    const { answer } = await world.insist(world.start().requestPage, page(), options);
    expect(answer).toMatchObject({
      outcome: 'answered',
      response: { status: 301, headers: { location: '/elsewhere' }, redirects: [] },
    });
    expect(seen).toMatchObject({
      'user-agent': 'Survey/2 Omomi-test/1',
      'if-none-match': '"1"',
      'if-modified-since': 'Sun, 01 Mar 2026 07:00:00 GMT',
      accept: 'text/xml',
    });
  });

  it('with a body beyond the limit is cut', async () => {
    world.answer = pagesAnswering((_request, response) => void response.end('x'.repeat(5000)));
    const { answer } = await world.insist(world.start().requestPage, page(), { max_bytes: 1000 });
    expect(answer).toMatchObject({ response: { facts: { body_bytes: 1000, is_cut: true } } });
  });
});
