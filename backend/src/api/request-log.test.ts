import { Logger } from '@aws-lambda-powertools/logger';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { expectError, setUpApi } from '../../test/harness/api/api-client.ts';
import { rateLimitResult } from '../limits/windows.ts';
import { rateLimitRule } from '../limits/rate-class.ts';
import { sampleRequest } from '../../test/harness/api/api-samples.ts';

const credentials = {
  headers: {
    cookie: '__Host-session=cookie-secret-1; theme=dark',
    authorization: 'Bearer bearer-secret-2',
    'x-viewer-authorization': 'Bearer viewer-secret-3',
  },
  cookies: ['__Host-session=cookie-secret-1', 'other=cookie-secret-4'],
};

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the request log', () => {
  it('has one line per request with route, status, duration and id', async () => {
    let clock = 100;
    const { send, lines } = setUpApi({ monotonicNow: () => (clock += 12.34) });
    await send(sampleRequest('getArticle'));
    await send({ path: '/nothing?token=query-secret' });
    const common = { method: 'GET', duration_ms: 12.3, request_id: 'request-1' };
    expect(lines).toEqual([
      {
        level: 'info',
        message: 'request',
        fields: { ...common, route: 'GET /api/articles/{article_id}', status: 200 },
      },
      {
        level: 'info',
        message: 'request',
        fields: { ...common, route: '$default', status: 404, error_code: 'NOT_FOUND' },
      },
    ]);
  });

  it('warns of the first refusal of a rate limit in each window, so that one line is seen at the default level', async () => {
    let resets_at = 0;
    const { send, lines } = setUpApi({
      authenticate: async () => null,
      limiter: (rate_class, key) =>
        rateLimitResult({
          rate_class,
          key,
          rule: rateLimitRule(60, 1),
          is_allowed: false,
          limit: 60,
          count: 60,
          resets_at,
        }),
    });
    for (let n = 0; n < 3; n += 1) await send(sampleRequest('listFeeds'));
    resets_at = 60_000;
    for (let n = 0; n < 2; n += 1) await send(sampleRequest('listFeeds'));
    expect(lines.map(({ level }) => level)).toEqual(['warn', 'info', 'info', 'warn', 'info']);
  });

  it('has the class, the key’s hash and the window’s count for a 429, but no address', async () => {
    const { send, lines } = setUpApi({
      authenticate: async () => null,
      limiter: (rate_class, key) =>
        rateLimitResult({
          rate_class,
          key,
          rule: rateLimitRule(60, 1),
          is_allowed: false,
          limit: 60,
          count: 60,
          resets_at: 0,
        }),
    });
    const answer = await send(sampleRequest('listFeeds'));
    expectError(answer, 'RATE_LIMITED');
    expect(lines).toHaveLength(1);
    expect(lines[0]?.fields).toMatchObject({
      status: 429,
      limit_class: 'public_unauthenticated',
      limit_key_hash: answer.headers['x-ratelimit-key'],
      limit_count: 60,
    });
    expect(JSON.stringify(lines)).not.toContain('198.51.100.7');
  });

  it.each<[string, (secrets: string) => unknown]>([
    ['message', (secrets) => new Error(`upstream said no to ${secrets}`)],
    ['property', (secrets) => Object.assign(new Error('no'), { request: { headers: { cookie: secrets } } })],
    ['cause', (secrets) => new Error('no', { cause: { note: secrets } })],
    ['text', (secrets) => secrets],
  ])('never contains a credential, even if an error has it in its %s', async (_, errorWith) => {
    const secrets = JSON.stringify(credentials);
    const { send, lines } = setUpApi({}, () => {
      throw errorWith(secrets);
    });
    const answer = await send({
      ...sampleRequest('addFeed'),
      ...credentials,
      body: { url: 'body-secret-5' },
    });
    expectError(answer, 'INTERNAL');
    expect(lines).toHaveLength(1);
    const logged = JSON.stringify(lines);
    expect(logged).toContain('[redacted]');
    expect(logged).not.toMatch(/secret/);
  });

  it('is written by the Powertools logger as one JSON object per line', async () => {
    const written: string[] = [];
    const note = (line: string) => void written.push(line);
    // The logger binds to the console when it is created.
    vi.stubEnv('POWERTOOLS_DEV', 'true');
    vi.spyOn(console, 'info').mockImplementation(note);
    vi.spyOn(console, 'error').mockImplementation(note);
    const log = new Logger({ serviceName: 'api', logLevel: 'INFO' });
    vi.unstubAllEnvs();
    const { send } = setUpApi({ log }, (name, sample) => {
      if (name === 'getJob') throw new Error('unexpected');
      return sample;
    });
    await send(sampleRequest('listFeeds'));
    await send(sampleRequest('getJob'));
    expect(written.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'INFO', message: 'request', service: 'api', route: 'GET /api/feeds', status: 200 },
      {
        level: 'ERROR',
        message: 'request',
        route: 'GET /api/jobs/{job_id}',
        status: 500,
        error_code: 'INTERNAL',
        error: expect.stringContaining('unexpected'),
      },
    ]);
  });
});
