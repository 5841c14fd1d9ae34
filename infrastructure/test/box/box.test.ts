// @module-tag long
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiBrowser } from '../../../backend/test/harness/api/api-browser.ts';
import { skipsDynamoDbLocal } from '../../../backend/test/harness/engines/dynamodb-local.ts';
import { startFeedServer } from '../../../backend/test/harness/servers/feed-server.ts';
import { startHandmadeProvider } from '../../../backend/test/harness/servers/handmade-provider.ts';
import { startBox } from '../../box/box.ts';
import { synthesise } from '../synthesised.ts';

const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>Rain</title><link>https://rain.example/</link>
  <item><title>Rain over the mountains</title><link>https://rain.example/1</link><guid>1</guid>
  <pubDate>Fri, 02 Jan 2026 08:00:00 GMT</pubDate><description>It rained all day.</description></item>
</channel></rss>`;

const start = async () => {
  const outdir = mkdtempSync(join(tmpdir(), 'omomi-box-'));
  const [publisher, provider] = await Promise.all([startFeedServer(), startHandmadeProvider()]);
  publisher.set('/feed.xml', { body: feed, type: 'application/rss+xml' });
  await synthesise(outdir, {
    EMBEDDER: 'embedded',
    FETCH_ALLOW_HOSTS: publisher.host,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'omomi',
    ALLOWED_EMAILS: 'reader@example.org',
  });
  const box = await startBox({ outdir });
  const browser = createApiBrowser(
    async (event) => (await box.invoke('api', event)) as APIGatewayProxyStructuredResultV2,
  );
  const call = async (method: string, path: string, body?: unknown) =>
    (
      await browser.send({
        method,
        path,
        ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body }),
      })
    ).json;
  return {
    box,
    call,
    publisher,
    signIn: async () => {
      const sent = new URL((await browser.get('/api/auth/login')).location).searchParams;
      provider.state.nonce = sent.get('nonce');
      await browser.get(`/api/auth/callback?code=c&state=${sent.get('state') ?? ''}`);
    },
    close: async () => {
      for (const each of [box, provider, publisher]) await each.close();
      rmSync(outdir, { recursive: true, force: true });
    },
  };
};

let world: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  if (!skipsDynamoDbLocal) world = await start();
});
afterAll(async () => {
  if (!skipsDynamoDbLocal) await world.close();
});

const eventually = { timeout: 120_000, interval: 200 };

/** Each test leaves the state from which the next one starts, as a deployment would. */
describe.skipIf(skipsDynamoDbLocal)('the deployment in the box (needs Java 17)', () => {
  it('answers on its address, as behind the distribution', async () => {
    const answer = await fetch(`${world.box.url}/api/health`);
    expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'ok' }]);
    expect((await fetch(`${world.box.url}/api/feeds`)).status).toBe(401);
  });

  it('brings the articles of a followed feed to its reader, by its queues alone', async () => {
    await world.signIn();
    const followed = await world.call('POST', '/api/feeds', { url: world.publisher.url('/feed.xml') });
    expect(followed).toMatchObject({ title: 'Rain' });
    await expect
      .poll(async () => (await world.call('GET', '/api/articles')).items, eventually)
      .toMatchObject([{ title: 'Rain over the mountains', importance_score: 0 }]);
  });

  it('scores them by a new keyword in a job', async () => {
    await world.call('POST', '/api/keywords', { text: 'rain', weight: 1 });
    await expect
      .poll(
        async () => (await world.call('GET', '/api/articles')).items[0].importance_score > 0.1,
        eventually,
      )
      .toBe(true);
  });

  it('fetches all feeds in a job that goes through three queues', async () => {
    const { job_id } = await world.call('POST', '/api/jobs/fetch-feeds');
    await expect
      .poll(() => world.call('GET', `/api/jobs/${job_id}`), eventually)
      .toMatchObject({ state: 'done', done: 1 });
    expect(world.publisher.requests.get('/feed.xml')).toMatchObject({ not_modified: 1 });
  });

  it('runs what is scheduled', async () => {
    expect(world.box.schedules.map(({ functionName }) => functionName).toSorted()).toEqual([
      'cleanup',
      'dispatch',
    ]);
    const before = world.box.countedOf('jobs').invocations;
    await world.box.runSchedule('dispatch');
    await world.box.runSchedule('cleanup');
    await expect.poll(() => world.box.countedOf('jobs').invocations, eventually).toBeGreaterThan(before);
  });

  it('delivers what fails again after its wait, until the owner finds it among the dead letters', async () => {
    const jobs = [...world.box.queues.values()].find(
      ({ name }) => name.startsWith('JobsQueue') && !name.includes('Dlq'),
    );
    jobs?.send({ body: 'no job' });
    const dead = async () => {
      world.box.advance(3600);
      const { items } = await world.call('GET', '/api/owner/queues');
      return items.find(({ queue }: { queue: string }) => queue === 'jobs').dead_letters;
    };
    await expect.poll(dead, eventually).toBe(1);
    expect((await world.call('GET', '/api/owner/dead-letters/jobs')).items).toHaveLength(1);
  });
});
