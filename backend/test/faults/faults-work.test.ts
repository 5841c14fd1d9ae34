// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, startFaultRuns, type FaultRuns, type UseCase } from './fault-runs.ts';
import { feedOf, item, large, shared } from './fault-web.ts';
import { AlreadySubscribedError } from '../../src/feeds/subscribe.ts';
import { feedUnknown } from '../../src/model/feed/followed-feed.ts';

const opmlOf = (first: string, second: string) =>
  `<opml version="2.0"><body><outline text="More"><outline xmlUrl="${first}"/></outline><outline xmlUrl="${second}"/><outline xmlUrl="ftp://x"/></body></opml>`;

const useCases: Record<string, (runs: FaultRuns) => UseCase> = {
  'subscribing by the address of a page': ({ server, local }) => ({
    run: () => local.call('addFeed', { body: { url: server.url('/page') } }),
    isDone: new AlreadySubscribedError(''),
  }),
  'subscribing to a feed that another reader follows': ({ app, server }) => ({
    run: () => app.as('third').call('addFeed', { body: { url: server.url('/a') } }),
    isDone: new AlreadySubscribedError(''),
  }),
  'a scheduled fetch with new and changed articles, scored for two readers': ({ app, server }) => ({
    web: () =>
      server.set(
        '/a',
        feedOf('a', [
          item('a', 1, '<p>Changed.</p>'),
          item('a', 2),
          item('a', 3, large),
          item('a', 4),
          shared,
        ]),
      ),
    given: async () => app.advance(2 * HOUR),
    run: () => app.dispatch(),
  }),
  'importing subscriptions': ({ server, local }) => ({
    run: () =>
      local.call('importOpml', {
        body: Buffer.from(opmlOf(server.url('/c'), server.url('/b'))),
      }),
  }),
  'fetching all feeds': ({ app, server, local }) => ({
    web: () => server.set('/b', feedOf('b', [item('b', 1), item('b', 2), shared])),
    given: async () => app.advance(2 * HOUR),
    run: () => local.call('fetchFeeds'),
  }),
  'fetching one feed': ({ app, server, local, feeds }) => ({
    web: () => server.set('/b', feedOf('b', [item('b', 1), item('b', 2), shared])),
    given: async () => app.advance(2 * HOUR),
    run: () => local.call('fetchFeeds', { body: { feed_id: feeds.b } }),
  }),
  'resuming a feed that was stopped': ({ app, server, local, feeds }) => ({
    web: () => server.set('/b', feedOf('b', [item('b', 1), item('b', 2), shared])),
    given: async () => {
      await app.stores.feeds.update(feeds.b, {
        fetch_status: 'stopped',
        error_code: 'not_found',
        consecutive_errors: 10,
      });
      app.advance(2 * HOUR);
    },
    run: () => local.call('resumeFeed', { params: { feed_id: feeds.b } }),
  }),
  'cancelling a fetch of all feeds': ({ app, local }) => {
    let job_id = '';
    return {
      given: async () => {
        app.advance(2 * HOUR);
        ({ job_id } = await local.call('fetchFeeds'));
        await app.deliver('jobs', 1);
        await app.deliver('fetch', 1);
      },
      run: async () =>
        expect(await local.call('cancelJob', { params: { job_id } })).toMatchObject({ state: 'cancelled' }),
    };
  },
  'cancelling an import': ({ app, server, local }) => {
    let job_id = '';
    return {
      given: async () => {
        const body = Buffer.from(opmlOf(server.url('/c'), server.url('/b')));
        ({ job_id } = await local.call('importOpml', { body }));
        await app.deliver('jobs', 1);
      },
      run: async () =>
        expect(await local.call('cancelJob', { params: { job_id } })).toMatchObject({ state: 'cancelled' }),
      isRead: true,
    };
  },
  'listing the jobs, of which one is dead': ({ app, keyword_id, local }) => ({
    given: async () => {
      await app.stores.keywords.update('local', keyword_id, { weight: 5 });
      await local.call('recalculate');
      app.queues.jobs.length = 0;
      app.advance(HOUR);
    },
    // The first listing may be cut off after it took the job. The job can be restarted again when its lease has ended.
    run: async () => {
      await local.call('listJobs');
      await app.settle();
      app.advance(HOUR);
      await local.call('listJobs');
    },
  }),
  'a cleanup on request': ({ app, local, articles, setRead, setSaved }) => ({
    given: async () => {
      await setSaved(articles.large, true);
      await setRead(articles.first, true);
      app.advance(2 * DAY);
    },
    run: () => local.call('cleanupArticles'),
  }),
  'the daily cleanup': ({ app, feeds, articles, setRead, setSaved }) => ({
    given: async () => {
      await app.as('other').call('deleteFeed', { params: { feed_id: feeds.a } });
      await setSaved(articles.large, true);
      await setRead(articles.first, true);
      app.advance(8 * DAY);
    },
    run: () => app.cleanup(),
  }),
  'moving a feed to another address': ({ server, local, feeds, articles, setRead }) => ({
    given: () => setRead(articles.shared, true),
    run: () =>
      local.call('updateFeed', {
        params: { feed_id: feeds.b },
        body: { url: server.url('/c'), title: 'Moved' },
      }),
    isDone: feedUnknown(),
  }),
};

let runs: FaultRuns;
beforeAll(async () => {
  runs = await startFaultRuns();
});
afterAll(() => runs.close());

describe('use cases that add and remove articles', () => {
  it.each(Object.entries(useCases))(
    '%s has the correct result when it is repeated after a failed call',
    async (_, useCase) => {
      expect(await runs.wrongEnds(useCase(runs))).toEqual({});
    },
    600_000,
  );
});
