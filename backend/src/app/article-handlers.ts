import { createArticleEndpoints } from '../articles/lists/article-endpoints.ts';
import { createOpinionEndpoints } from '../articles/lists/opinion-endpoints.ts';
import { createReadEndpoints } from '../articles/lists/read-endpoints.ts';
import { createLoadNames } from '../articles/lists/reader-names.ts';
import { createSavedEndpoint } from '../articles/lists/saved-endpoint.ts';
import { createListPage } from '../articles/stories/list-page.ts';
import { createLoadStories } from '../articles/stories/known-stories.ts';
import { createOtherArticles } from '../articles/stories/other-articles.ts';
import { createSelectToday } from '../articles/today/select-today.ts';
import { createTodayFeedEndpoint } from '../articles/today-feed/today-feed-endpoint.ts';
import { createTodayEndpoint } from '../articles/today/today-endpoint.ts';
import { createReadState } from '../articles/reading/read-state.ts';
import { createSaving } from '../articles/reading/saving.ts';
import { createReadShownText } from '../articles/reading/shown-text.ts';
import { createUseTodayLink } from '../accounts/today-links/today-link.ts';
import { createBookmarkCounts, noBookmarkCounts } from '../bookmarks/counts.ts';
import { createFullTextEndpoints } from '../full-text/full-text-endpoints.ts';
import { findPassages } from '../scoring/passages/find-passages.ts';
import { createRenewCopy } from '../scoring/fan-out/renew-copy.ts';
import type { ImageKeys } from '../images/image-key.ts';
import { createRecordJob } from '../jobs/schedule-job.ts';
import { retentionIn } from '../model/reader/retention.ts';
import type { ApiAdapters, Base } from './parts/adapters.ts';
import { countUnreadOf, markAllOf, type scoringOf } from './parts/base.ts';

type Scoring = ReturnType<typeof scoringOf>;

/** Returns what lists and searches know beside the entries: names of feeds and keywords, and stories. */
export const knownToReadersOf = (
  { stores, now, log }: Base,
  settings: ApiAdapters['settings'],
  imageKeys: ImageKeys,
) => {
  const bookmarkCounts =
    settings.HATEBU === 'on' ? createBookmarkCounts(stores.bookmarks, now, log) : noBookmarkCounts;
  const articleDays = retentionIn(settings).article_days;
  return {
    loadNames: createLoadNames({ ...stores, bookmarkCounts, imageKeys, now }),
    loadStories: createLoadStories({ ...stores, articleDays, now, log }),
  };
};

/** Creates the handlers for lists of articles, and for marking them as read or saved. */
export const createArticleHandlers = (
  { base, send, settings, api }: ApiAdapters,
  { noteSignal, notePassed, nearestLiked }: Pick<Scoring, 'noteSignal' | 'notePassed' | 'nearestLiked'>,
  { loadNames, loadStories }: ReturnType<typeof knownToReadersOf>,
) => {
  const { stores, now, newId, log } = base;
  const countUnread = countUnreadOf(base);
  const retention = retentionIn(settings);
  const readShownText = createReadShownText({ ...stores, now });
  const selectToday = createSelectToday({ ...stores, loadNames, loadStories });
  const otherArticles = createOtherArticles({ ...stores, loadStories, now });
  return {
    ...createArticleEndpoints({
      ...stores,
      loadNames,
      readShownText,
      findPassages,
      nearestLiked,
      listPage: createListPage({ ...stores, loadStories }),
      otherArticles,
      now,
    }),
    ...createOpinionEndpoints({ ...stores, noteSignal, notePassed, now }),
    ...createTodayEndpoint({ ...stores, selectToday, now }),
    ...createTodayFeedEndpoint({
      useTodayLink: createUseTodayLink({ ...stores, admission: api.signInPolicy.admission, now, log }),
      selectToday,
      now,
    }),
    ...createReadEndpoints({
      ...stores,
      loadNames,
      readState: createReadState({ ...stores, countUnread, now, retention }),
      otherArticles,
      markAll: markAllOf({ base, send }),
      recordJob: createRecordJob({ jobs: stores.jobs, now, newId }),
      noteSignal,
    }),
    ...createFullTextEndpoints({
      ...stores,
      loadNames,
      readShownText,
      renewCopy: createRenewCopy(stores),
      sendPages: send.pages,
      articleDays: retention.article_days,
      now,
    }),
    ...createSavedEndpoint({
      loadNames,
      saving: createSaving({ ...stores, readShownText, countUnread, now, retention }),
      noteSignal,
    }),
  };
};
