import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sampleFeed, sampleFeedId } from '../../../backend/test/harness/samples/storage-samples.ts';
import { inoreader, jsonBytes, opmlOf, zipOf } from '../../../backend/test/harness/samples/exports.ts';
import { photo } from '../../../backend/test/harness/servers/images.ts';
import type { World } from './world.ts';

const eventually = { timeout: 120_000, interval: 100 };

/** A text that is too large for the table, even compressed, and so is kept in the bucket. */
const large = (begin: string): string => `<p>${begin} ${randomBytes(24 * 1024).toString('base64')}</p>`;
type Item = { title: string; link: string; text: string };
const feedOf = (...items: Item[]) => ({
  body: `<?xml version="1.0"?><rss version="2.0"><channel><title>Snow</title><link>https://snow.example/</link>${items
    .map(
      ({ title, link, text }) =>
        `<item><title>${title}</title><link>${link}</link><guid>${title}</guid><description><![CDATA[${text}]]></description></item>`,
    )
    .join('')}</channel></rss>`,
  type: 'application/rss+xml',
});
/** The work that readers and schedules start, with texts that are kept in the bucket. */
export const describeReading = (worldOf: () => World): void => {
  const call = async (method: string, path: string, body?: unknown, type = 'application/json') =>
    (
      await worldOf().call({
        method,
        path,
        ...(body === undefined ? {} : { headers: { 'content-type': type }, body }),
      })
    ).body;
  const snowIn = async (query: string) => {
    const { items } = await call('GET', `/api/articles?${query}`);
    return items.find(({ title }: { title: string }) => title.startsWith('Snow'));
  };
  const beginOf = async (article_id: string): Promise<string> =>
    (await call('GET', `/api/articles/${article_id}`)).content.slice('<p>'.length, 'It rained.'.length + 3);

  describe('reading, over the queues', () => {
    it('takes in the archive of another reader: its feeds, whose articles are in every list, and its stars; and saves one', async () => {
      const { publisher } = worldOf();
      const page = `<html><body><article>${large('It hailed.')}</article></body></html>`;
      publisher.set('/snow.html', { body: page, type: 'text/html' });
      const link = publisher.url('/snow.html');
      publisher.set('/snow.xml', feedOf({ title: 'Snow in May', link, text: large('It rained.') }));
      const gone = { url: 'https://gone.example/', title: 'Thunder', content: large('It thundered.') };
      const file = zipOf({
        'feeds.opml.xml': opmlOf({ url: publisher.url('/snow.xml'), title: 'Snow' }),
        'starred.json': jsonBytes(inoreader([gone])),
      });
      const { job_id } = await call('POST', '/api/import/opml', file, 'application/octet-stream');
      await expect
        .poll(() => call('GET', `/api/jobs/${job_id}`), { ...eventually, interval: 1000 })
        .toMatchObject({ state: 'done', result: { imported: 1, starred: 1 } });
      await expect.poll(() => snowIn('sort=published_at'), eventually).toBeDefined();
      const { article_id, feed_id } = await snowIn('sort=importance_score');
      await call('PUT', `/api/feeds/${feed_id}`, { text_mode: 'feed' });
      await call('PUT', `/api/articles/${article_id}/save`, { is_saved: true });
      expect(await snowIn('filter=saved')).toMatchObject({ article_id });
      expect(await snowIn(`feed_id=${feed_id}`)).toMatchObject({ article_id });
      expect(await beginOf(article_id)).toBe('It rained.');
    });

    it('gets what comes by a feed that is due, beside what came before', async () => {
      const { publisher, stores, box } = worldOf();
      const { feed_id } = await snowIn('filter=saved');
      publisher.set('/photo.jpg', { body: photo({ width: 90, height: 60 }), type: 'image/jpeg' });
      const text = `${large('It rained.')}<img src="${publisher.url('/photo.jpg')}">`;
      const june = { title: 'Snow in June', link: 'https://snow.example/june', text };
      const may = { title: 'Snow in May', link: publisher.url('/snow.html'), text: '<p>It melted.</p>' };
      publisher.set('/snow.xml', feedOf(june, may));
      const due = new Date(Date.now() - 1000).toISOString();
      await stores.feeds.update(feed_id, { next_fetch_at: due });
      await box.runSchedule('dispatch');
      await expect
        .poll(async () => (await call('GET', `/api/articles?feed_id=${feed_id}`)).items.length, eventually)
        .toBe(2);
    });

    it('brings the text of the page', async () => {
      const { article_id } = await snowIn('filter=saved');
      await call('POST', `/api/articles/${article_id}/full-text`);
      await expect.poll(() => beginOf(article_id), eventually).toBe('It hailed.');
    });

    it('finds an article by a word of its text, in a segment that is kept in the bucket', async () => {
      const { items } = await call('GET', '/api/search?q=hailed');
      expect(items).toMatchObject([{ title: 'Snow in May' }]);
    });

    it('scores what waited for the model once a schedule has it tried', async () => {
      const { stores, box } = worldOf();
      const { user_id } = await call('GET', '/api/me');
      await stores.waiting.note(user_id, new Date().toISOString(), true);
      await box.runSchedule('dispatch');
      await expect.poll(() => stores.waiting.get(user_id), eventually).toBeNull();
    });

    it('forgets what a feed carried that nobody follows', async () => {
      const { stores, box } = worldOf();
      const feed_id = sampleFeedId(9);
      await stores.feeds.create(
        sampleFeed({ feed_id, url: 'https://left.example/', last_fetched_at: '2020-01-01T00:00:00.000Z' }),
      );
      await box.runSchedule('cleanup');
      expect(await stores.feeds.get(feed_id)).toMatchObject({ etag: null, body_hash: null });
    });
  });
};
