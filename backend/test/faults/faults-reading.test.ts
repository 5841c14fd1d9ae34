// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answersTheSame, DAY, HOUR, startFaultRuns, type FaultRuns, type UseCase } from './fault-runs.ts';
import { keyword } from '../harness/scoring-samples.ts';
import { DomainError } from '../../src/lib/errors.ts';
import { feedUnknown } from '../../src/model/feed/followed-feed.ts';

const useCases: Record<string, (runs: FaultRuns) => UseCase> = {
  'a read mark': ({ articles, setRead }) => ({ run: () => setRead(articles.first, true) }),
  'an unread mark': ({ articles, setRead }) => ({
    given: () => setRead(articles.first, true),
    run: () => setRead(articles.first, false),
  }),
  'saving an article with large content': ({ articles, setSaved }) => ({
    run: () => setSaved(articles.large, true),
  }),
  'letting go of a saved article': ({ articles, setSaved }) => ({
    given: () => setSaved(articles.large, true),
    run: () => setSaved(articles.large, false),
  }),
  'saving again what was let go': ({ app, articles, setSaved }) => ({
    given: async () => {
      await setSaved(articles.large, true);
      await setSaved(articles.large, false);
      app.advance(1);
    },
    run: () => setSaved(articles.large, true),
  }),
  'marking many read': ({ articles, local }) => ({
    run: () => local.call('markRead', { body: { article_ids: Object.values(articles) } }),
  }),
  'marking all read, settled after ten minutes': ({ app, local }) => ({
    run: () => local.call('markRead', { body: { before: app.now().toISOString() } }),
    later: 15,
  }),
  'taking a mark on a feed back': ({ local, feeds, articles, setRead }) => {
    let job_id = '';
    return {
      given: async () => {
        await setRead(articles.first, true);
        ({ job_id } = await local.call('markFeedRead', { params: { feed_id: feeds.a } }));
      },
      run: () => local.call('cancelJob', { params: { job_id } }),
      later: 15,
    };
  },
  'adding a keyword': ({ local }) => ({
    run: () => local.call('addKeyword', keyword('article', 1)),
    isDone: new DomainError('KEYWORD_EXISTS', 'You have this keyword already.'),
  }),
  'changing a keyword': ({ keyword_id, local }) => ({
    run: () => local.call('updateKeyword', { params: { keyword_id }, body: { weight: 5 } }),
  }),
  'deleting a keyword': ({ keyword_id, local }) => ({
    run: () => local.call('deleteKeyword', { params: { keyword_id } }),
    isDone: new DomainError('NOT_FOUND', 'You have no keyword with this id.'),
  }),
  'a recalculation': ({ app, keyword_id, local }) => ({
    given: () => app.stores.keywords.update('local', keyword_id, { weight: 5 }),
    run: () => local.call('recalculate'),
  }),
  'leaving a feed': ({ local, feeds, articles, setSaved }) => ({
    given: () => setSaved(articles.large, true),
    run: () => local.call('deleteFeed', { params: { feed_id: feeds.a } }),
    isDone: feedUnknown(),
  }),
  'changing a feed': ({ local, feeds }) => ({
    run: () =>
      local.call('updateFeed', {
        params: { feed_id: feeds.b },
        body: { folder: 'Elsewhere', fetch_interval_minutes: 30, is_active: true },
      }),
  }),
  'keeping articles for a shorter time': ({ app, local, articles, setRead }) => ({
    given: async () => {
      await setRead(articles.first, true);
      app.advance(3 * HOUR);
    },
    run: () => local.call('updatePreferences', { body: { retention: { article_days: 5, read_hours: 2 } } }),
  }),
  'reading an article to its end': ({ app, articles, local }) => ({
    given: async () => {
      await local.call('updatePreferences', { body: { learns: true } });
      await app.settle();
    },
    run: () =>
      local.call('setRead', {
        params: { article_id: articles.first },
        body: { is_read: true, is_read_through: true },
      }),
  }),
  'listing feeds whose articles have expired': ({ app, articles, local, setRead }) => ({
    given: async () => {
      await setRead(articles.first, true);
      app.advance(8 * DAY);
    },
    run: () => local.call('listFeeds'),
  }),
  'listing updated feeds': ({ articles, local, setRead }) => ({
    given: () => setRead(articles.shared, true),
    run: answersTheSame(() => local.call('listUpdatedFeeds')),
    isRead: true,
  }),
};

let runs: FaultRuns;
beforeAll(async () => {
  runs = await startFaultRuns();
});
afterAll(() => runs.close());

describe('use cases of reading', () => {
  it.each(Object.entries(useCases))(
    '%s has the correct result when it is repeated after a failed call',
    async (_, useCase) => {
      expect(await runs.wrongEnds(useCase(runs))).toEqual({});
    },
    600_000,
  );
});
