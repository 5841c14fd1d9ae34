import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rss } from '../../harness/servers/feed-server.ts';
import { startWorld, type World } from '../../harness/property-world.ts';
import { expectRefused } from '../../harness/wire-client.ts';
import { atLeastMet, runs } from '../../harness/property-runs.ts';
import { anyPath, anyQuery } from '../../harness/samples/any-url.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const often = { numRuns: runs(100) };
const item = (n: number) => ({ title: `Article ${n}`, text: `<p>Text ${n}</p>` });

const addresses = fc
  .tuple(anyPath, fc.option(anyQuery, { nil: null }))
  .map(([path, query]) => `${path === '' ? '/' : path}${query === null ? '' : `?${query}`}`);

/** Spellings of one address: as browsers, mail programs and people write it. */
const spelling = fc.constantFrom(
  (url: string) => url,
  (url: string) => `  ${url}\n`,
  (url: string) => `feed:${url}`,
  (url: string) => `<${url}>`,
  (url: string) => url.replace('http:', 'HTTP:'),
  (url: string) => `${url}#top`,
);

const space = fc.constantFrom('', ' ', '\t', '\n ', '\u3000', '\u00a0 ');
/** A name with a visible letter in it, as typed with white space around it; `kept` is the name without that. */
const folder = fc
  .tuple(space, fc.string({ unit: 'grapheme', maxLength: 8 }), fc.constantFrom('A', 'ß', '気', '🚀'), space)
  .map(([before, text, letter, after]) => {
    const kept = `${letter}${text}${letter}`;
    return { typed: `${before}${kept}${after}`, kept };
  });
/** A name that no reader could see, or that is longer than a folder's name may be. */
const noFolder = fc
  .oneof(
    fc.array(fc.constantFrom(' ', '\t', '\u3000', '\u200b', '\u2060', '\u2800', '\u0007'), { maxLength: 6 }),
    fc.integer({ min: 101, max: 300 }).map((length) => ['x'.repeat(length)]),
  )
  .map((characters) => characters.join(''));

describe('the feeds of a reader', () => {
  it('property 1: any feed that was registered, however its address was spelled, is there under its address', async () => {
    await fc.assert(
      fc.asyncProperty(addresses, spelling, async (address, spelled) => {
        const reader = await world.newReader();
        const { href: url, pathname, search } = new URL(world.server.url(address));
        world.server.set(pathname + search, { body: rss([], { title: 'Any feed' }) });
        const added = await reader.follow(spelled(url));
        const feed_id = createHash('sha256').update(url).digest('hex').slice(0, 16);
        expect(added).toMatchObject({ url, feed_id, title: 'Any feed', is_active: true });
        expect(await reader.feed(feed_id)).toEqual(added);
        expect(await reader.feeds()).toEqual([added]);
        expect(await world.app.stores.feeds.get(feed_id)).toMatchObject({ url });
        await expectRefused(reader.follow(url), 'ALREADY_SUBSCRIBED');
      }),
      often,
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
          const reader = await world.newReader();
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
          await expectRefused(reader.feed(feed_id), 'NOT_FOUND');
          const saved = rows.filter((_, at) => marks[at]!.is_saved).map(({ article_id }) => article_id);
          for (const filter of ['all', 'saved'] as const)
            expect((await reader.list({ filter })).map(({ article_id }) => article_id)).toEqual(saved);
          for (const { article_id } of rows.filter(({ article_id: id }) => !saved.includes(id)))
            await expectRefused(reader.open(article_id), 'NOT_FOUND');
          expect(await reader.items('SUBSCRIPTION#')).toEqual([]);
          const listed = (await reader.items('ENTRY#')).filter((entry) => 'by_time' in entry);
          expect(listed).toHaveLength(saved.length);
        },
      ),
      often,
    );
  });

  it('property 3: a feed keeps the folder it was registered in, or moved to', async () => {
    const { url } = world.publish([]);
    await fc.assert(
      fc.asyncProperty(folder, fc.option(folder, { nil: null }), noFolder, async (first, next, none) => {
        const reader = await world.newReader();
        await expectRefused(reader.follow(url, none), 'VALIDATION_FAILED');
        expect(await reader.feeds()).toEqual([]);
        const added = await reader.follow(url, first.typed);
        const { feed_id } = added;
        expect(added.folder).toBe(first.kept);
        expect((await reader.feed(feed_id)).folder).toBe(first.kept);
        const move = (to: string | null) =>
          reader.api.call('updateFeed', { params: { feed_id }, body: { folder: to } });
        await expectRefused(move(none), 'VALIDATION_FAILED');
        expect((await reader.feed(feed_id)).folder).toBe(first.kept);
        await move(next === null ? null : next.typed);
        expect((await reader.feeds()).map((feed) => feed.folder)).toEqual([next === null ? null : next.kept]);
      }),
      often,
    );
  });

  it('property 4: the list of feeds has every feed that was registered, and no other', async () => {
    const published = Array.from({ length: 4 }, () => world.publish([]));
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(published, { minLength: 1 }),
        fc.infiniteStream(fc.boolean()),
        async (chosen, leaves) => {
          const reader = await world.newReader();
          const added = await Promise.all(chosen.map(({ url }) => reader.follow(url)));
          const urls = async () => (await reader.feeds()).map(({ url }) => url).toSorted();
          expect(await urls()).toEqual(chosen.map(({ url }) => url).toSorted());
          const gone = added.filter(() => leaves.next().value);
          await Promise.all(gone.map((feed) => reader.api.call('deleteFeed', { params: feed })));
          const kept = added.filter((feed) => !gone.includes(feed));
          expect(await urls()).toEqual(kept.map(({ url }) => url).toSorted());
        },
      ),
      often,
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
        const reader = await world.newReader();
        await expectRefused(
          reader.follow(url),
          'VALIDATION_FAILED',
          'ADDRESS_REFUSED',
          'FEED_UNREACHABLE',
          'FEED_NOT_FOUND',
        );
        expect(await reader.feeds()).toEqual([]);
        expect(await reader.items('SUBSCRIPTION#')).toEqual([]);
      }),
      often,
    );
    expect(await (await world.newReader()).follow(good.url)).toMatchObject({ url: good.url });
  });

  it('property 5: a feed that fails is logged with its reason, and the others go on', async () => {
    const failures = {
      'server error': { body: 'oops', status: 500, code: 'server_error' },
      'not there': { body: 'oops', status: 404, code: 'not_found' },
      'too often': { body: 'oops', status: 429, code: 'rate_limited' },
      'no feed': { body: '<html><body>Hello</body></html>', type: 'text/html', code: 'not_a_feed' },
      'cut off': null,
    };
    const reader = await world.newReader();
    const feeds = await Promise.all(
      [0, 1].map(async () => {
        const feed = world.publish([item(0)]);
        return { ...feed, ...(await reader.follow(feed.url)), title: feed.title };
      }),
    );
    await world.app.settle();
    let articles = 1;
    const failed = new Set<string>();
    const outcome = fc.option(fc.constantFrom(...Object.keys(failures)), { nil: null, freq: 2 });
    await fc.assert(
      fc.asyncProperty(fc.tuple(outcome, outcome), async (outcomes) => {
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
          if (code !== null) failed.add(code);
          expect(await reader.feed(feed.feed_id)).toMatchObject({ error_code: code });
          const titles = (await reader.list({ feed_id: feed.feed_id, limit: 3 })).map(({ title }) => title);
          expect(titles.includes(`Article ${articles}`)).toBe(name === null);
        }
        expect(world.app.deadLetters).toEqual([]);
      }),
      often,
    );
    expect(failed.size).toBeGreaterThanOrEqual(atLeastMet(Object.keys(failures).length));
  });
});
