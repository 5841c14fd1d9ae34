import { afterEach, describe, expect, it } from 'vitest';
import { backOffMs } from './retries.ts';
import type { JudgeHop, Redirect } from '../guard/guarded-fetch.ts';
import { createClients, textOf } from '../../../test/harness/web/guarded-clients.ts';
import { startLoopbackServer } from '../../../test/harness/web/loopback-server.ts';

const { client, closeAll } = createClients();

afterEach(closeAll);

/** Starts a server that redirects /0 to /1 and so on, and answers at /3. */
const startChain = () =>
  startLoopbackServer((request, response) => {
    const step = Number(request.url?.slice(1));
    if (step < 3) response.writeHead(302, { location: `/${step + 1}` }).end();
    else response.end('there');
  });

describe('judging hops', () => {
  it('is asked before each hop, with the redirects so far', async () => {
    await using server = await startChain();
    const judged: [string, number, number][] = [];
    const judgeHop: JudgeHop = async (url, redirects) => {
      judged.push([url.pathname, redirects.length, server.paths.length]);
    };
    await client(server.host)({ url: `${server.origin}/0`, judgeHop });
    expect(judged).toEqual([
      ['/0', 0, 0],
      ['/1', 1, 1],
      ['/2', 2, 2],
      ['/3', 3, 3],
    ]);
  });

  it('ends the request with the error that it throws, and a later request goes on from there', async () => {
    await using server = await startChain();
    const fetch = client(server.host);
    const refusal = new Error('not now');
    let followed: Redirect[] = [];
    const judgeHop: JudgeHop = async (url, redirects) => {
      followed = redirects;
      if (url.pathname === '/2') throw refusal;
    };
    await expect(fetch({ url: `${server.origin}/0`, judgeHop })).rejects.toBe(refusal);
    expect(server.paths).toEqual(['/0', '/1']);
    const answer = await fetch({ url: `${server.origin}/0`, redirects: followed });
    expect(textOf(answer.body)).toBe('there');
    expect(server.paths).toEqual(['/0', '/1', '/2', '/3']);
    expect(answer.redirects.map(({ url }) => new URL(url).pathname)).toEqual(['/1', '/2', '/3']);
  });

  it('keeps the limits on redirects across requests', async () => {
    await using server = await startChain();
    const redirects = ['/a', '/b', '/c', '/1'].map((path) => ({ status: 302, url: server.origin + path }));
    const more = client(server.host)({ url: `${server.origin}/0`, redirects });
    await expect(more).rejects.toMatchObject({ fault: 'too_many_redirects' });
    const circle = client(server.host)({ url: `${server.origin}/3`, redirects: redirects.slice(2) });
    await expect(circle).rejects.toThrow('redirects in a circle');
  });

  it('does not count towards the time limit', async () => {
    await using server = await startChain();
    const judgeHop = () => new Promise<void>((resolve) => setTimeout(resolve, 600));
    const answer = await client(server.host)({ url: `${server.origin}/2`, timeoutMs: 1000, judgeHop });
    expect(answer.status).toBe(200);
  });

  it('is not asked for an address that the guard refuses', async () => {
    await using server = await startLoopbackServer((_request, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
    });
    const judged: string[] = [];
    const judgeHop: JudgeHop = async (url) => void judged.push(url.href);
    await expect(client(server.host)({ url: server.origin, judgeHop })).rejects.toMatchObject({
      fault: 'address_refused',
    });
    expect(judged).toEqual([`${server.origin}/`]);
  });
});

it('returns a redirect as it is if the request does not follow them', async () => {
  await using server = await startLoopbackServer((_request, response) => {
    response.writeHead(301, { location: Buffer.from('/重み').toString('latin1') }).end('moved');
  });
  const answer = await client(server.host)({ url: server.origin, followsRedirects: false });
  expect(answer).toMatchObject({ status: 301, headers: { location: '/重み' }, redirects: [] });
  expect(answer.body).toHaveLength(0);
  expect(server.paths).toEqual(['/']);
});

describe('retries in the process', () => {
  /** Answers with each status in turn, then with 200; 0 breaks the connection. */
  const startFailing = (statuses: number[], headers: Record<string, string> = {}) => {
    let asked = 0;
    return startLoopbackServer((request, response) => {
      const status = statuses[asked] ?? 200;
      asked += 1;
      if (status === 0) request.socket.destroy();
      else response.writeHead(status, headers).end(String(status));
    });
  };

  it('follow 502, 503, 504 and connection trouble, and judge each time', async () => {
    await using server = await startFailing([503, 0]);
    const times: number[] = [];
    let judged = 0;
    const judgeHop: JudgeHop = async () => {
      judged += 1;
      times.push(performance.now());
    };
    const answer = await client(server.host)({ url: server.origin, retries: 3, judgeHop });
    expect(answer.status).toBe(200);
    expect(server.paths).toHaveLength(3);
    expect(judged).toBe(3);
    // Timers may fire a little early.
    expect(times.slice(1).every((time, at) => time - (times[at] ?? 0) > 980)).toBe(true);
  });

  it.each([[400], [403], [404], [408], [410], [429], [500], [501]])(
    'never follow %i, which the server means',
    async (status) => {
      await using server = await startFailing([status]);
      expect((await client(server.host)({ url: server.origin, retries: 3 })).status).toBe(status);
      expect(server.paths).toHaveLength(1);
    },
  );

  it('are none unless asked for, and none for a POST', async () => {
    await using server = await startFailing([503, 503]);
    expect((await client(server.host)({ url: server.origin })).status).toBe(503);
    const post = await client(server.host)({ url: server.origin, method: 'POST', retries: 3 });
    expect(post.status).toBe(503);
  });

  it('end with the last answer after as many as asked for', async () => {
    await using server = await startFailing([502, 503, 504]);
    expect((await client(server.host)({ url: server.origin, retries: 1 })).status).toBe(503);
    expect(server.paths).toHaveLength(2);
  });

  it('leave a long Retry-After, or a pause for which there is no time, to the caller', async () => {
    await using server = await startFailing([503], { 'retry-after': '60' });
    const answer = await client(server.host)({ url: server.origin, retries: 3 });
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '60' } });
    await using other = await startFailing([503]);
    const hurried = await client(other.host)({ url: other.origin, retries: 3, timeoutMs: 240 });
    expect(hurried.status).toBe(503);
    expect([server.paths.length, other.paths.length]).toEqual([1, 1]);
  });

  it('never follow a refusal of the guard or of the judge', async () => {
    let judged = 0;
    const judgeHop: JudgeHop = async () => {
      judged += 1;
      throw new Error('no');
    };
    await using server = await startFailing([]);
    await expect(client(server.host)({ url: server.origin, retries: 3, judgeHop })).rejects.toThrow('no');
    expect(judged).toBe(1);
  });
});

it('doubles the back-off each time, half of it at random', () => {
  const waits = (random: number) => [0, 1, 2].map((attempt) => backOffMs(attempt, 500, () => random));
  expect(waits(0)).toEqual([250, 500, 1000]);
  expect(waits(1)).toEqual([500, 1000, 2000]);
});
