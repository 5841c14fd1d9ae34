import { Logger } from '@aws-lambda-powertools/logger';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog, createRedactedLog } from '../../../src/logging/redact.ts';
import type { Log } from '../../../src/logging/log.ts';
import { setUpApi } from '../../harness/api/api-client.ts';
import { sampleRequest } from '../../harness/api/api-samples.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { PLANTED, PLANTED_PART, secretsIn } from '../../harness/logs/secret-patterns.ts';

const secret = (n: number) => `${PLANTED}-${n}`;
const email = 'planted@secret.example';
const jwt = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJwbGFudGVkIn0.c2ln';
const feedUrl = `http://reader:${secret(1)}@127.0.0.1:9/private-${secret(0)}/${PLANTED_PART}/feed?token=${secret(2)}&page=3`;

const lines: string[] = [];
const heard = (message: string, fields: object) => void lines.push(JSON.stringify({ message, ...fields }));
const log: Log = { info: heard, warn: heard, error: heard };

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ log });
});

afterAll(() => app.close());

describe('no log contains a secret', () => {
  it('from a feed’s address, whether it is fetched, refused or a dead letter', async () => {
    await app.stores.profiles.setPerson('local', { email, name: null }, app.now().toISOString());
    await app
      .as('local')
      .call('addFeed', { body: { url: feedUrl } })
      .catch((error: unknown) => app.log.error('feed was not added', { error, url: feedUrl }));
    const feed = { kind: 'feed', feed_id: '0123456789abcdef', url: feedUrl, interval_minutes: 60 };
    const fetch = { ...feed, next_fetch_at: 'never' };
    app.queues.fetch.push({ id: 'm', body: JSON.stringify(fetch), receives: 0 });
    await app.settle();
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.flatMap(secretsIn)).toEqual([]);
    expect(lines.join()).toContain('page=3');
  });

  it('from the channels of notifications, whether they take a message or not', async () => {
    const before = lines.length;
    const { call } = app.as('local');
    await call('addChannel', {
      body: { kind: 'ntfy', address: `http://127.0.0.1:9/${PLANTED}`, token: secret(11) },
    });
    await call('addChannel', {
      body: { kind: 'webhook', address: `http://10.0.0.1/${PLANTED_PART}`, secret: secret(12) },
    });
    await call('addChannel', {
      body: {
        kind: 'telegram',
        address: 'http://127.0.0.1:9',
        token: `1:${PLANTED}-of-a-bot-of-telegram`,
        chat: '1',
      },
    });
    // What is stored cannot be read.
    await app.client.put({
      TableName: app.tableName,
      Item: { PK: 'NOTIFIED', SK: 'READER#a', secret: secret(13), channels: secret(14) },
    });
    await app.dispatch();
    expect(lines.slice(before).join()).toContain('a reader cannot be notified');
    expect(lines.slice(before).flatMap(secretsIn)).toEqual([]);
  });

  it('from the headers, cookies, query or error of a request', async () => {
    const words = [
      secret(3),
      `Bearer ${secret(4)}`,
      `__Host-omomi=local.${'aB3'.repeat(14)}x`,
      email,
      jwt,
      feedUrl,
    ];
    const { send, lines: own } = setUpApi({}, () => {
      throw new Error(words.join(' '), { cause: { words, cookie: secret(5), token: secret(6) } });
    });
    const credentials = {
      headers: { cookie: `other=${secret(3)}`, 'x-viewer-authorization': `Bearer ${secret(4)}` },
      cookies: [`other=${secret(3)}`],
    };
    for (const name of ['addFeed', 'listFeeds', 'leave'] as const)
      await send({ ...sampleRequest(name), ...credentials });
    await send({ path: `/api/auth/callback?code=${secret(7)}&state=${secret(8)}`, ...credentials });
    expect(own.length).toBe(4);
    expect(own.map((line) => JSON.stringify(line)).flatMap(secretsIn)).toEqual([]);
  });

  it('written by the functions or the local runner', () => {
    const written: string[] = [];
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const logger = new Logger({ serviceName: 'test' });
    const toConsole = (['info', 'warn', 'error'] as const).map((level) =>
      vi.spyOn(Reflect.get(logger, 'console') as Console, level).mockImplementation((text) => {
        written.push(String(text));
      }),
    );
    const cause = new Error(`at ${feedUrl}`);
    const error = new Error(`${email} sent ${jwt} with Bearer ${secret(9)}`, { cause });
    for (const one of [
      createRedactedLog(logger),
      createLog(
        (line) => written.push(line),
        () => new Date(),
      ),
    ]) {
      one.error(`failed for ${email}`, { error, authorization: secret(10) });
      one.info('asked', { url: feedUrl });
    }
    for (const spy of [out, ...toConsole]) spy.mockRestore();
    const readable: string[] = [];
    const people = createLog(
      (line) => readable.push(line),
      () => new Date(),
      { format: 'readable' },
    );
    people.error(`failed for ${email}`, { error, authorization: secret(10), url: feedUrl });
    expect([written.length, readable.length]).toEqual([4, 1]);
    expect([...written, ...readable].flatMap(secretsIn)).toEqual([]);
    expect(written.every((line) => typeof JSON.parse(line) === 'object')).toBe(true);
  });

  it('(the search of this test finds secrets that are not redacted)', () => {
    const found = [
      feedUrl,
      PLANTED_PART,
      email,
      jwt,
      `Bearer ${secret(4)}`,
      `__Host-omomi=x`,
      `?code=abc`,
      `omomi_me_${'a'.repeat(43)}`,
    ];
    for (const text of found) expect(secretsIn(`before ${text} after`)).not.toEqual([]);
    expect(secretsIn(`state ${'aB3'.repeat(14)}x`)).not.toEqual([]);
    expect(secretsIn('GET /api/articles/{article_id} 200 in 12.3 ms')).toEqual([]);
  });
});
