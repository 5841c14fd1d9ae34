import { afterEach, describe, expect, it } from 'vitest';
import { testCommit } from '../test-settings.ts';
import { fakeToken, startFakeDeployment, type FakeAnswer } from './fake-deployment.ts';
import { startScript } from './run-script.ts';

let deployment: Awaited<ReturnType<typeof startFakeDeployment>>;
afterEach(() => deployment.close());

const FEED = 'https://feed.example/news.xml';
const start = (env: Record<string, string> = {}) =>
  startScript('smoke.mjs', [deployment.url, '--commit', testCommit], {
    SMOKE_TOKEN: fakeToken,
    SMOKE_FEED: FEED,
    SMOKE_PAUSE_MS: '0',
    ...env,
  });
const run = (env?: Record<string, string>) => start(env).ended;

const answer = (status: number, body: unknown = 'something else', headers = {}): FakeAnswer => ({
  status,
  body,
  headers,
});
const health = (commit: string | null) => answer(200, { status: 'ok', version: '1.2.3', commit });

describe('the smoke run of a deployment', () => {
  it('passes if all works, and tells what it found, without the token', async () => {
    deployment = await startFakeDeployment();
    const { status, stdout, stderr } = await run();
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.trim().split('\n')).toEqual([
      `ok      health: version 1.2.3, commit ${testCommit}`,
      'ok      page: /assets/index-1a2b3c4d.js',
      'ok      without sign-in: GET /api/me answers 401',
      'ok      sign-in: GET /api/auth/login leads to https://accounts.example',
      'ok      token: GET /api/me answers 200',
      `ok      feed: ${FEED} brought "News"`,
      'ok      unfollow: nothing of the run is left',
    ]);
  });

  it('waits until the deployment is healthy', async () => {
    const answers = [answer(502), answer(503), health(null), health(testCommit)];
    deployment = await startFakeDeployment({ 'GET /api/health': () => answers.shift()! });
    expect(await run()).toMatchObject({ status: 0 });
  });

  it('follows no feed without a token, and says so', async () => {
    deployment = await startFakeDeployment();
    const { status, stdout } = await run({ SMOKE_TOKEN: '' });
    expect(status).toBe(0);
    expect(stdout).toContain('skipped token, feed: SMOKE_TOKEN is not set');
    expect(deployment.asked.filter((what) => what.includes('feeds'))).toEqual([]);
  });

  it('asks for no redirect where no provider is configured', async () => {
    deployment = await startFakeDeployment({
      'GET /api/auth/providers': () => answer(200, { providers: [] }),
    });
    const { status, stdout } = await run();
    expect(status).toBe(0);
    expect(stdout).toContain('ok      sign-in: skipped, because no provider is configured');
    expect(deployment.asked).not.toContain('GET /api/auth/login');
  });

  /** Answers of which each breaks one check, as the request, the answer, and what the run says. */
  const breaks: [string, FakeAnswer, string][] = [
    [
      'GET /api/health',
      answer(503, { error: 'UNHEALTHY' }),
      'health: GET /api/health answers 503, not 200: {"error":"UNHEALTHY"}',
    ],
    ['GET /api/health', answer(200), 'health: GET /api/health answers no JSON: something else'],
    [
      'GET /api/health',
      health('decaff'),
      `health: GET /api/health names the commit decaff, not ${testCommit}`,
    ],
    ['GET /api/health', health(null), `health: GET /api/health names the commit null, not ${testCommit}`],
    ['GET /', answer(403, 'AccessDenied'), 'page: GET / answers 403, not 200: AccessDenied'],
    [
      'GET /',
      answer(200, '<script type="module" src="/src/app/main.tsx">'),
      'page: GET / is not the built page',
    ],
    [
      'GET /assets/index-1a2b3c4d.js',
      answer(403),
      'page: GET /assets/index-1a2b3c4d.js answers 403, not 200: something else',
    ],
    [
      'GET /assets/index-1a2b3c4d.js',
      answer(200),
      'page: GET /assets/index-1a2b3c4d.js is text/html, not JavaScript',
    ],
    ['GET /api/auth/login', answer(500), 'sign-in: GET /api/auth/login answers 500, not 302'],
    [
      'GET /api/auth/login',
      answer(302, '', { location: '/sign-in?error=provider_unavailable' }),
      'sign-in: GET /api/auth/login leads to /sign-in?error=provider_unavailable, which is no provider',
    ],
    ['GET /api/me', answer(200, {}), 'without sign-in: GET /api/me answers 200, not 401: {}'],
    ['GET /api/me', answer(401), 'token: GET /api/me answers 401, not 200'],
    [
      'POST /api/feeds',
      answer(502, 'FEED_UNREACHABLE'),
      'feed: POST /api/feeds answers 502, not 201: FEED_UNREACHABLE',
    ],
    ['POST /api/feeds', answer(409), `feed: The reader of SMOKE_TOKEN follows ${FEED} already`],
    ['GET /api/articles', answer(200, { items: [] }), `feed: No article of ${FEED} is listed`],
    ['GET /api/articles/a1', answer(500), 'feed: GET /api/articles/a1 answers 500, not 200'],
    ['DELETE /api/feeds', answer(500), `unfollow: ${FEED} is still followed`],
  ];

  it.each(breaks)('fails if %s is answered with %j', async (what, broken, said) => {
    deployment = await startFakeDeployment({ [what]: () => broken });
    const { status, stderr } = await run();
    expect(status).toBe(1);
    const failed = stderr.trim().split('\n');
    expect(failed).toHaveLength(1);
    expect(failed[0]).toContain(`FAILED  ${said}`);
    expect(stderr).not.toContain(fakeToken);
    const left = what === 'DELETE /api/feeds' ? ['00000000000000f1'] : [];
    expect([...deployment.feeds.keys()]).toEqual(left);
  });

  it('fails with the reason if nothing answers', async () => {
    deployment = await startFakeDeployment();
    const gone = startScript('smoke.mjs', ['http://127.0.0.1:1'], { SMOKE_PAUSE_MS: '0' });
    expect(await gone.ended).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^FAILED  health: fetch failed \(.+\)\n$/),
    });
  });

  it('unfollows what an earlier run left, and leaves the reader’s other feeds alone', async () => {
    deployment = await startFakeDeployment();
    const { feeds } = deployment;
    feeds.set('left', { feed_id: 'left', url: FEED, folder: 'Smoke run' });
    feeds.set('own', { feed_id: 'own', url: 'https://own.example/', folder: null });
    expect(await run()).toMatchObject({ status: 0 });
    expect([...feeds.keys()]).toEqual(['own']);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'unfollows the feed if it is stopped by %s meanwhile',
    async (signal) => {
      const stop = { now: () => {} };
      deployment = await startFakeDeployment({
        'GET /api/articles': () => {
          stop.now();
          return answer(200, { items: [] });
        },
      });
      const { child, ended } = start({ SMOKE_PAUSE_MS: '600000' });
      stop.now = () => child.kill(signal);
      const { status, stderr } = await ended;
      expect(status).toBe(1);
      expect(stderr).toContain('FAILED  feed: ');
      expect([...deployment.feeds.keys()]).toEqual([]);
    },
  );
});
