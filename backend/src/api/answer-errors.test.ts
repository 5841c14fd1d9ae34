import { describe, expect, it } from 'vitest';
import { expectError, setUpApi } from '../../test/harness/api/api-client.ts';
import { sampleRequest } from '../../test/harness/api/api-samples.ts';
import { RateLimitedError } from '../limits/windows.ts';

const limited = {
  rate_class: 'protected_unauthenticated',
  key_hash: 'ab12',
  count: 5,
  resets_at: 0,
} as const;

const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' };

const failing = (error: Error) =>
  setUpApi({}, () => {
    throw error;
  });

describe('a browser whose sign-in fails', () => {
  it.each<['login' | 'loginCallback', Error, string]>([
    ['login', new RateLimitedError(600, limited), 'rate_limited'],
    ['loginCallback', new RateLimitedError(600, limited), 'rate_limited'],
    ['login', new Error('the table is away'), 'internal'],
  ])('%s: is redirected to the page that explains %s', async (name, error, code) => {
    for (const headers of [navigation, { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }]) {
      const answer = await failing(error).send({ ...sampleRequest(name), headers });
      expect(answer).toMatchObject({
        status: 302,
        text: '',
        headers: { location: `/sign-in?error=${code}`, 'cache-control': 'no-store' },
      });
    }
  });

  it('is redirected there after an invalid request too', async () => {
    const { send } = setUpApi();
    const answer = await send({ path: '/api/auth/login?provider=NO%20SUCH', headers: navigation });
    expect(answer.headers['location']).toBe('/sign-in?error=validation_failed');
  });
});

it('sends the error itself to other clients and for other addresses', async () => {
  const { send } = failing(new RateLimitedError(600, limited));
  const answer = await send(sampleRequest('login'));
  expect(answer.status).toBe(429);
  expectError(answer, 'RATE_LIMITED', 'login');
  const byScript = { accept: 'text/html', 'sec-fetch-mode': 'cors' };
  expectError(await send({ ...sampleRequest('login'), headers: byScript }), 'RATE_LIMITED');
  expectError(await send({ ...sampleRequest('listFeeds'), headers: navigation }), 'RATE_LIMITED');
});
