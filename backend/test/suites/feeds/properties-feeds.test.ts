import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderName } from '../../../src/contract/schemas/common.ts';
import { FeedUnknownError } from '../../../src/model/feed/errors.ts';
import { feedIdOf, normaliseFeedUrl } from '../../../src/model/feed/feed-url.ts';
import { ArticleUnknownError } from '../../../src/articles/reading/errors.ts';
import { rss } from '../../harness/servers/feed-server.ts';
import { startWorld, type World } from '../../harness/property-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const runs = { numRuns: 100 };
const item = (n: number) => ({ title: `Article ${n}`, text: `<p>Text ${n}</p>` });

const addresses = fc
  .tuple(fc.webPath({ size: 'small' }), fc.option(fc.webQueryParameters({ size: 'small' }), { nil: null }))
  .map(([path, query]) => `${path === '' ? '/' : path}${query === null ? '' : `?${query}`}`);

const folders = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .map((text) => folderName.safeParse(text))
  .filter(({ success }) => success)
  .map(({ data }) => data!);

describe('the feeds of a reader', () => {
  it('property 1: any feed that was registered is there under its address', async () => {
    await fc.assert(
      fc.asyncProperty(addresses, async (address) => {
        const reader = world.newReader();
        const url = normaliseFeedUrl(world.server.url(address));
        const { pathname, search } = new URL(url);
        world.server.set(pathname + search, { body: rss([], { title: 'Any feed' }) });
        const added = await reader.follow(url);
        expect(added).toMatchObject({ url, feed_id: feedIdOf(url), title: 'Any feed', is_active: true });
        expect(await reader.feed(added.feed_id)).toEqual(added);
        expect(await world.app.stores.feeds.get(added.feed_id)).toMatchObject({ url });
      }),
      runs,
    );
  });

  it('property 2: deleting a feed deletes its articles, except the saved ones', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ is_read: fc.boolean(), is_saved: fc.boolean() }), {
          minLength: 1,
          maxLength: 2,
        }),
        async (marks) => {
          const reader = world.newReader();
          const { url } = world.publish(marks.map((_, at) => item(at)));
          const { feed_id } = await reader.follow(url);
          await world.app.settle();
          const rows = await reader.list();
          expect(rows).toHaveLength(marks.length);
          await Promise.all(
            marks.map(async ({ is_read, is_saved }, at) => {
              if (is_saved) await reader.setSaved(rows[at]!.article_id, true);
              if (is_read) await reader.setRead(rows[at]!.article_id, true);
            }),
          );
          await reader.api.call('deleteFeed', { params: { feed_id } });
          await world.app.settle();
          expect(await reader.feeds()).toEqual([]);
          await expect(reader.feed(feed_id)).rejects.toThrow(FeedUnknownError);
          const saved = rows.filter((_, at) => marks[at]!.is_saved).map(({ article_id }) => article_id);
          for (const filter of ['all', 'saved'] as const)
            expect((await reader.list({ filter })).map(({ article_id }) => article_id)).toEqual(saved);
          for (const { article_id } of rows.filter(({ article_id: id }) => !saved.includes(id)))
            await expect(reader.api.call('getArticle', { params: { article_id } })).rejects.toThrow(
              ArticleUnknownError,
            );
          expect(await reader.items('SUBSCRIPTION#')).toEqual([]);
          const listed = (await reader.items('ENTRY#')).filter((entry) => 'by_time' in entry);
          expect(listed).toHaveLength(saved.length);
        },
      ),
      runs,
    );
  });

  it('property 3: a feed keeps the folder it was registered in, or moved to', async () => {
    const { url } = world.publish([]);
    await fc.assert(
      fc.asyncProperty(folders, fc.option(folders, { nil: null }), async (folder, next) => {
        const reader = world.newReader();
        const added = await reader.follow(url, folder);
        expect(added.folder).toBe(folder);
        expect((await reader.feed(added.feed_id)).folder).toBe(folder);
        await reader.api.call('updateFeed', { params: added, body: { folder: next } });
        expect((await reader.feeds()).map((feed) => feed.folder)).toEqual([next]);
      }),
      runs,
    );
  });

  it('property 4: the list of feeds has every feed that was registered, and no other', async () => {
    const published = Array.from({ length: 5 }, () => world.publish([]));
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(published, { minLength: 1 }),
        fc.infiniteStream(fc.boolean()),
        async (chosen, leaves) => {
          const reader = world.newReader();
          const added = await Promise.all(chosen.map(({ url }) => reader.follow(url)));
          const urls = async () => (await reader.feeds()).map(({ url }) => url).toSorted();
          expect(await urls()).toEqual(chosen.map(({ url }) => url).toSorted());
          const gone = added.filter(() => leaves.next().value);
          await Promise.all(gone.map((feed) => reader.api.call('deleteFeed', { params: feed })));
          const kept = added.filter((feed) => !gone.includes(feed));
          expect(await urls()).toEqual(kept.map(({ url }) => url).toSorted());
        },
      ),
      runs,
    );
  });

  it('property 5: an invalid or silent address is refused with its reason, and the next one works', async () => {
    const good = world.publish([item(1)]);
    const bad = fc.oneof(
      fc.string({ maxLength: 40 }).map((text) => `ftp://${text}`),
      fc.constantFrom(
        '',
        'http://',
        'https://:1/',
        'http://10.0.0.1/',
        'http://[::1]/',
        'http://127.0.0.1:1/',
      ),
      fc.domain().map((name) => `https://${name}/feed`),
      addresses.map((path) => world.server.url(`/absent${path}`)),
    );
    await fc.assert(
      fc.asyncProperty(bad, async (url) => {
        const reader = world.newReader();
        const error: unknown = await reader.follow(url).then(
          () => null,
          (reason: unknown) => reason,
        );
        expect(error).toBeInstanceOf(Error);
        expect((error as Error).message).toMatch(/\w.*\.$/s);
        expect(await reader.feeds()).toEqual([]);
      }),
      runs,
    );
    expect(await world.newReader().follow(good.url)).toMatchObject({ url: good.url });
  });

  it('property 5: a feed that fails is logged with its reason, and the others go on', async () => {
    const failures = {
      'server error': { body: 'oops', status: 500, code: 'server_error' },
      'not there': { body: 'oops', status: 404, code: 'not_found' },
      'too often': { body: 'oops', status: 429, code: 'rate_limited' },
      'no feed': { body: '<html><body>Hello</body></html>', type: 'text/html', code: 'not_a_feed' },
      'cut off': null,
    };
    const reader = world.newReader();
    const feeds = await Promise.all(
      [0, 1, 2].map(async () => {
        const feed = world.publish([item(0)]);
        return { ...feed, ...(await reader.follow(feed.url)), title: feed.title };
      }),
    );
    await world.app.settle();
    let articles = 1;
    const outcome = fc.option(fc.constantFrom(...Object.keys(failures)), { nil: null, freq: 1 });
    await fc.assert(
      fc.asyncProperty(fc.tuple(outcome, outcome, outcome), async (outcomes) => {
        articles += 1;
        for (const [at, feed] of feeds.entries()) {
          const failure = failures[outcomes[at] as keyof typeof failures];
          if (failure === undefined) feed.now([item(articles), item(articles - 1)]);
          else world.server.set(feed.path, failure ?? ((_, response) => response.destroy()));
        }
        world.app.advance(1);
        for (const { feed_id } of feeds) await reader.api.call('resumeFeed', { params: { feed_id } });
        world.app.queues.fetch.length = 0;
        world.app.advance(1);
        world.lines.length = 0;
        await reader.api.call('fetchFeeds');
        await world.app.settle();
        for (const [at, feed] of feeds.entries()) {
          const name = outcomes[at] as keyof typeof failures | null;
          const logged = world.lines.filter(
            ({ message, fields }) => message === 'fetched' && fields['feed_id'] === feed.feed_id,
          );
          const code = name === null ? null : (failures[name]?.code ?? 'unreachable');
          expect(logged.map(({ fields }) => fields['error_code'])).toEqual([code]);
          expect(await reader.feed(feed.feed_id)).toMatchObject({ error_code: code });
          const titles = (await reader.list({ feed_id: feed.feed_id })).map(({ title }) => title);
          expect(titles.includes(`Article ${articles}`)).toBe(name === null);
        }
        expect(world.app.deadLetters).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
