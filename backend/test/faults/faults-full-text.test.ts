// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TextMode } from '../../src/contract/index.ts';
import { articlePage, createArticlesWeb } from '../harness/servers/articles-web.ts';
import { testReader } from '../harness/reader.ts';
import { HOUR, startFaultRuns, type FaultRuns, type UseCase } from './fault-runs.ts';

/** Sets the mode of both feeds, which bring teasers next, and delivers all but the messages for pages. */
const arrive = async ({ app, feeds }: FaultRuns, text_mode: TextMode): Promise<void> => {
  for (const feed_id of [feeds.a, feeds.b])
    await testReader(app).api.call('updateFeed', { params: { feed_id }, body: { text_mode } });
  app.advance(2 * HOUR);
  await app.dispatch();
  const deliverNext = async () =>
    (await app.deliver('fetch', 10, 'feed')) || (await app.deliver('score')) || (await app.deliver('jobs'));
  while (await deliverNext());
};

const publish = ({ server }: FaultRuns, numbers: number[]): void => {
  const web = createArticlesWeb(server);
  for (const n of numbers) web.setPage(n, articlePage(`Article ${n}`));
  web.setFeed(
    '/b',
    numbers.map((n) => web.teaser(n)),
  );
};

const useCases: Record<string, (runs: FaultRuns) => UseCase> = {
  'taking the pages of new articles, one of them saved': (runs) => ({
    given: async () => {
      publish(runs, [1, 2]);
      await arrive(runs, 'full');
      const [row] = await testReader(runs.app).list({ feed_id: runs.feeds.b });
      await runs.setSaved(row!.article_id, true);
    },
    run: () => runs.app.settle(),
    later: 5,
  }),
  'taking a page whose message is delivered twice': (runs) => ({
    given: async () => {
      publish(runs, [1]);
      await arrive(runs, 'full');
      const { fetch } = runs.app.queues;
      fetch.push(...fetch.map((message) => ({ ...message, id: 'again' })));
    },
    run: () => runs.app.settle(),
    later: 5,
  }),
  'comparing three articles with their pages': (runs) => ({
    given: async () => {
      publish(runs, [1, 2, 3, 4]);
      await arrive(runs, 'auto');
    },
    run: () => runs.app.settle(),
    later: 5,
  }),
  'folding an article into the one whose address its page names': (runs) => ({
    given: async () => {
      const web = createArticlesWeb(runs.server);
      const address = runs.server.url('/articles/1');
      const head = `<link rel="canonical" href="${address}">`;
      web.setPage('1', articlePage('Article 1', { head }));
      web.setPage('1?story=yes', articlePage('Article 1', { head }));
      web.setFeed('/a', [web.teaser(1)]);
      web.setFeed('/b', [web.teaser(1, { link: `${address}?story=yes`, guid: 'other' })]);
      await arrive(runs, 'full');
    },
    run: () => runs.app.settle(),
    later: 5,
  }),
  'asking for the page of one article': (runs) => ({
    given: async () => {
      publish(runs, [1]);
      await arrive(runs, 'feed');
    },
    run: async () => {
      const [row] = await testReader(runs.app).list({ feed_id: runs.feeds.b });
      await runs.local.call('fetchFullText', { params: { article_id: row!.article_id } });
    },
    later: 5,
    end: async () => {
      const [row] = await testReader(runs.app).list({ feed_id: runs.feeds.b });
      const { full_text, content, reading_minutes } = await testReader(runs.app).open(row!.article_id);
      return { full_text, content, reading_minutes };
    },
  }),
};

let runs: FaultRuns;
beforeAll(async () => {
  runs = await startFaultRuns({ asksForPages: true });
});
afterAll(() => runs.close());

describe('use cases of full texts', () => {
  it.each(Object.entries(useCases))(
    '%s has the correct result when it is repeated after a failed call',
    async (_, useCase) => {
      expect(await runs.wrongEnds(useCase(runs))).toEqual({});
    },
    600_000,
  );
});
