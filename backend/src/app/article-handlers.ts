import { nearestLiked } from '../scoring/nearest-liked.ts';
import { notePassed, noteSignal, type NoteSignal } from '../scoring/note-signal.ts';
import { createArticleEndpoints } from '../articles/lists/article-endpoints.ts';
import { createOpinionEndpoints } from '../articles/lists/opinion-endpoints.ts';
import { createReadEndpoints } from '../articles/lists/read-endpoints.ts';
import { createLoadNames } from '../articles/lists/reader-names.ts';
import { createSavedEndpoint } from '../articles/lists/saved-endpoint.ts';
import { createListPage } from '../articles/stories/list-page.ts';
import { createLoadStories } from '../articles/stories/known-stories.ts';
import { createOtherArticles } from '../articles/stories/other-articles.ts';
import { createSelectToday } from '../today/select-today.ts';
import { createTodayFeedEndpoint } from '../today/today-feed-endpoint.ts';
import { createTodayEndpoint } from '../today/today-endpoint.ts';
import { createReadState } from '../articles/reading/read-state.ts';
import { createSaving } from '../articles/reading/saving.ts';
import { createReadShownText } from '../articles/reading/shown-text.ts';
import { createUseTodayLink } from '../accounts/today-links/today-link.ts';
import { createBookmarkCounts, noBookmarkCounts } from '../bookmarks/counts.ts';
import { createFullTextEndpoints } from '../full-text/full-text-endpoints.ts';
import { findPassages } from '../scoring/passages/find-passages.ts';
import { renewCopy } from '../delivery/renew-copy.ts';
import type { ImageKeys } from '../model/article/image-keys.ts';
import { retentionIn } from '../model/reader/retention.ts';
import type { ContextOf } from './context.ts';
import { countUnreadOf, markAllOf } from './base.ts';

/** Returns what lists and searches know beside the entries: names of feeds and keywords, and stories. */
export const knownToReadersOf = (ctx: ContextOf['api'], imageKeys: ImageKeys) => {
  const bookmarkCounts =
    ctx.settings.HATEBU === 'on' ? createBookmarkCounts(ctx.bookmarks, ctx.now, ctx.log) : noBookmarkCounts;
  const articleDays = retentionIn(ctx.settings).article_days;
  return {
    loadNames: createLoadNames({ ...ctx, bookmarkCounts, imageKeys }),
    loadStories: createLoadStories({ ...ctx, articleDays }),
  };
};

/** Creates the handlers for lists of articles, and for marking them as read or saved. */
export const createArticleHandlers = (
  ctx: ContextOf['api'],
  { loadNames, loadStories }: ReturnType<typeof knownToReadersOf>,
) => {
  const countUnread = countUnreadOf(ctx);
  const noted: NoteSignal = (entry, marks) => noteSignal(ctx, entry, marks);
  const retention = retentionIn(ctx.settings);
  const readShownText = createReadShownText(ctx);
  const selectToday = createSelectToday({ ...ctx, loadNames, loadStories });
  const otherArticles = createOtherArticles({ ...ctx, loadStories });
  return {
    ...createArticleEndpoints({
      ...ctx,
      loadNames,
      readShownText,
      findPassages,
      nearestLiked: (entry) => nearestLiked(ctx, entry),
      listPage: createListPage({ ...ctx, loadStories }),
      otherArticles,
    }),
    ...createOpinionEndpoints({
      ...ctx,
      noteSignal: noted,
      notePassed: (userId, articleIds) => notePassed(ctx, userId, articleIds),
    }),
    ...createTodayEndpoint({ ...ctx, selectToday }),
    ...createTodayFeedEndpoint({
      useTodayLink: createUseTodayLink({ ...ctx, admission: ctx.signInPolicy.admission }),
      selectToday,
      now: ctx.now,
    }),
    ...createReadEndpoints({
      ...ctx,
      loadNames,
      readState: createReadState({ ...ctx, countUnread, retention }),
      otherArticles,
      markAll: markAllOf(ctx),
      noteSignal: noted,
    }),
    ...createFullTextEndpoints({
      ...ctx,
      loadNames,
      readShownText,
      renewCopy: (entry, shown) => renewCopy(ctx, entry, shown),
      articleDays: retention.article_days,
    }),
    ...createSavedEndpoint({
      loadNames,
      saving: createSaving({ ...ctx, readShownText, countUnread, retention }),
      noteSignal: noted,
    }),
  };
};
