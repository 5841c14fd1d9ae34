import { queueName, type QueueName } from '@omomi/backend/contract';
import { describe, expect, it } from 'vitest';
import type { World } from './world.ts';

const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>Wind</title><link>https://wind.example/</link>
  <item><title>A storm over the sea</title><link>https://wind.example/1</link><guid>1</guid>
  <pubDate>Fri, 02 Jan 2026 08:00:00 GMT</pubDate><description>It blew all day.</description></item>
</channel></rss>`;

const eventually = { timeout: 120_000, interval: 100 };

/** The deployment as a whole: what its queues and schedules do by themselves. */
export const describeQueues = (worldOf: () => World): void => {
  const call = async (method: string, path: string, body?: unknown) =>
    (
      await worldOf().call({
        method,
        path,
        ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body }),
      })
    ).body;
  const storm = async () => {
    const { items } = await call('GET', '/api/articles');
    return items.find(({ title }: { title: string }) => title === 'A storm over the sea');
  };

  describe('the queues, by themselves', () => {
    it('bring the articles of a followed feed to its reader', async () => {
      worldOf().publisher.set('/wind.xml', { body: feed, type: 'application/rss+xml' });
      const followed = await call('POST', '/api/feeds', { url: worldOf().publisher.url('/wind.xml') });
      expect(followed).toMatchObject({ title: 'Wind' });
      await expect.poll(storm, eventually).toMatchObject({ excerpt: 'It blew all day.' });
    });

    it('score them by a new keyword in a job', async () => {
      const before = (await storm()).importance_score;
      await call('POST', '/api/keywords', { text: 'storm', weight: 1 });
      // A recalculation begins a minute after the last one.
      worldOf().box.advance(60);
      await expect.poll(async () => (await storm()).importance_score, eventually).toBeGreaterThan(before);
    });

    it('fetch all feeds in a job that goes through three queues', async () => {
      const { job_id } = await call('POST', '/api/jobs/fetch-feeds');
      await expect
        .poll(() => call('GET', `/api/jobs/${job_id}`), eventually)
        .toMatchObject({ state: 'done', done: 2 });
      expect(worldOf().publisher.requests.get('/wind.xml')).toMatchObject({ not_modified: 1 });
    });

    it('take what a schedule starts', async () => {
      const { box } = worldOf();
      expect(box.schedules.map(({ functionName }) => functionName).toSorted()).toEqual([
        'bookmarks',
        'cleanup',
        'dispatch',
      ]);
      const before = box.countedOf('jobs').invocations;
      await box.runSchedule('cleanup');
      await expect.poll(() => box.countedOf('jobs').invocations, eventually).toBeGreaterThan(before);
    });

    it('deliver what fails again after its wait, until the owner finds it among the dead letters and sends it back', async () => {
      const { box } = worldOf();
      for (const queue of queueName.options) box.queueOf(queue).send({ body: 'nothing' });
      const dead = async () => {
        box.advance(3600);
        const { items } = await call('GET', '/api/owner/queues');
        return items.map(({ queue, dead_letters }: { queue: QueueName; dead_letters: number }) => [
          queue,
          dead_letters,
        ]);
      };
      const oneEach = queueName.options.map((queue) => [queue, 1]);
      await expect.poll(dead, eventually).toEqual(oneEach);
      for (const queue of queueName.options) {
        expect((await call('GET', `/api/owner/dead-letters/${queue}`)).items).toHaveLength(1);
        expect(await call('POST', `/api/owner/dead-letters/${queue}/redrive`)).toMatchObject({ redriven: 1 });
      }
      await expect.poll(dead, eventually).toEqual(oneEach);
    });
  });
};
