import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DAY,
  feedOf,
  HOUR,
  item,
  large,
  shared,
  startFaultRuns,
  type FaultRuns,
  type UseCase,
} from './fault-runs.ts';
import { keyword } from './scoring-samples.ts';

const useCases: Record<string, (runs: FaultRuns) => UseCase> = {
  'subscribing by the address of a page': ({ server, local }) => ({
    run: () => local.call('addFeed', { body: { url: server.url('/page') } }),
    isDone: ['AlreadySubscribedError'],
  }),
  'subscribing to a feed that another reader follows': ({ app, server }) => ({
    run: () => app.as('third').call('addFeed', { body: { url: server.url('/a') } }),
    isDone: ['AlreadySubscribedError'],
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
  'adding a keyword': ({ local }) => ({
    run: () => local.call('addKeyword', keyword('article', 1)),
    isDone: ['KeywordExistsError'],
  }),
  'importing subscriptions': ({ server, local }) => ({
    run: () =>
      local.call('importOpml', {
        body: Buffer.from(
          `<opml version="2.0"><body><outline text="More"><outline xmlUrl="${server.url('/c')}"/></outline><outline xmlUrl="${server.url('/b')}"/><outline xmlUrl="ftp://x"/></body></opml>`,
        ),
      }),
  }),
  'fetching all feeds': ({ app, server, local }) => ({
    web: () => server.set('/b', feedOf('b', [item('b', 1), item('b', 2), shared])),
    given: async () => app.advance(2 * HOUR),
    run: () => local.call('fetchFeeds'),
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
    isDone: ['FeedUnknownError'],
  }),
};

let runs: FaultRuns;
beforeAll(async () => {
  runs = await startFaultRuns();
});
afterAll(() => runs.close());

describe('what brings and clears articles', () => {
  it.each(Object.entries(useCases))(
    '%s ends right when a call fails and it is done again',
    async (_, useCase) => {
      expect(await runs.wrongEnds(useCase(runs))).toEqual({});
    },
    600_000,
  );
});
