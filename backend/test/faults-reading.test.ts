import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFaultRuns, type FaultRuns, type UseCase } from './fault-runs.ts';

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
  'changing a keyword': ({ keyword_id, local }) => ({
    run: () => local.call('updateKeyword', { params: { keyword_id }, body: { weight: 5 } }),
  }),
  'deleting a keyword': ({ keyword_id, local }) => ({
    run: () => local.call('deleteKeyword', { params: { keyword_id } }),
    isDone: ['KeywordUnknownError'],
  }),
  'a recalculation': ({ app, keyword_id, local }) => ({
    given: () => app.stores.keywords.update('local', keyword_id, { weight: 5 }),
    run: () => local.call('recalculate'),
  }),
  'leaving a feed': ({ local, feeds, articles, setSaved }) => ({
    given: () => setSaved(articles.large, true),
    run: () => local.call('deleteFeed', { params: { feed_id: feeds.a } }),
    isDone: ['FeedUnknownError'],
  }),
  'changing a feed': ({ local, feeds }) => ({
    run: () =>
      local.call('updateFeed', {
        params: { feed_id: feeds.b },
        body: { folder: 'Elsewhere', fetch_interval_minutes: 30, is_active: true },
      }),
  }),
  'changing preferences': ({ local }) => ({
    run: () => local.call('updatePreferences', { body: { like_saved: true } }),
  }),
  'leaving for good': ({ app, articles }) => {
    const other = app.as('other');
    return {
      given: () =>
        other.call('setSaved', { params: { article_id: articles.large }, body: { is_saved: true } }),
      run: () => other.call('leave', { body: { email: 'other' } }),
      later: 30,
    };
  },
};

let runs: FaultRuns;
beforeAll(async () => {
  runs = await startFaultRuns();
});
afterAll(() => runs.close());

describe('what a reader does', () => {
  it.each(Object.entries(useCases))(
    '%s ends right when a call fails and it is done again',
    async (_, useCase) => {
      expect(await runs.wrongEnds(useCase(runs))).toEqual({});
    },
    600_000,
  );
});
