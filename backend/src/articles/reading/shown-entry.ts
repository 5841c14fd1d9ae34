import type { FullTextAnswer, TextMode, TextSource } from '../../contract/index.ts';
import { DomainError } from '../../lib/errors.ts';
import type { Article, SavedCopy } from '../../model/article/article.ts';
import type { Entry } from '../../model/article/entry.ts';
import {
  type Retention,
  type RetentionSettings,
  expiryOf,
  isExpired,
  retentionFor,
  retentionIn,
} from '../../model/article/expiry.ts';
import type { ReadWatermark } from '../../model/article/watermark.ts';
import type { Context } from '../../model/context.ts';
import type { Feed } from '../../model/feed/feed.ts';
import { pagesWantedOf, textFor } from '../../model/text/text-mode.ts';
import { EXPECTED_MS, fullTextAnswer, withPageText, type SitePage } from '../../model/text/full-text.ts';
import { readEach } from '../../lib/lists.ts';
import { escapeHtml } from '../../parser/fields/text.ts';

/** Returns the error of an article that never existed, or that expired. */
export const articleUnknown = () =>
  new DomainError('NOT_FOUND', 'You have no article with this id. It may have expired.');

/** The rules that decide if a reader sees an entry as read and how long it is kept. */
export type ReaderRules = { watermarks: ReadWatermark[]; retention: Retention };

export type RulesContext = Pick<Context, 'watermarks' | 'profiles'> & { settings: RetentionSettings };

export const rulesOf = async (ctx: RulesContext, userId: string): Promise<ReaderRules> => {
  const [{ watermarks }, profile] = await Promise.all([ctx.watermarks.get(userId), ctx.profiles.get(userId)]);
  return { watermarks, retention: retentionFor(profile, retentionIn(ctx.settings)) };
};

/** Returns the entry. @throws NOT_FOUND if there is none or if it has expired at `at`. */
export const present = (entry: Entry | null, at: string): Entry => {
  if (entry === null || isExpired(entry, at)) throw articleUnknown();
  return entry;
};

export const withExpiry = (entry: Entry, retention: Retention): Entry => ({
  ...entry,
  expires_at: expiryOf(entry, retention),
});

export type TextContext = Pick<
  Context,
  'articles' | 'sitePages' | 'feeds' | 'saved' | 'subscriptions' | 'now'
>;

/** The large part of an article as one reader sees it. */
export type Body = Pick<Article, 'summary' | 'content' | 'author' | 'enclosures' | 'categories'>;

/** The text of an article that its reader sees, and the versions that exist. */
export type ShownText = {
  /** Null if no text is left. */
  body: Body | null;
  full_text: FullTextAnswer;
  article: Article | null;
  copy: SavedCopy | null;
  page: SitePage | null;
};

/**
 * Reads the text of an entry that its reader sees: the feed's or the page's, by the article's choice or the feed's
 * mode.
 */
export const readShownText = async (ctx: TextContext, entry: Entry): Promise<ShownText> => {
  const { user_id, article_id, link } = entry;
  const [feed_id] = entry.feed_ids;
  const [article, copy, page, { source, isWanted }] = await Promise.all([
    ctx.articles.get({ article_id, feed_id }),
    ctx.saved.get(user_id, article_id),
    ctx.sitePages.get(article_id),
    sourceOf(ctx, entry),
  ]);
  const now = ctx.now();
  const isNew = isWanted && Date.parse(entry.created_at) + EXPECTED_MS > now.getTime();
  return {
    body: shownBody(entry, { article, copy, page, source }),
    full_text: fullTextAnswer(page, { source, link, isNew, now }),
    article,
    copy,
    page,
  };
};

/** Returns where the text is from that the reader sees, and whether the pages of the feed's new articles are wanted. */
const sourceOf = async (
  { feeds, subscriptions }: TextContext,
  { user_id, feed_ids: [feed_id], text_source }: Entry,
): Promise<{ source: TextSource; isWanted: boolean }> => {
  const [subscription, feed] = await Promise.all([subscriptions.get(user_id, feed_id), feeds.get(feed_id)]);
  return {
    source: shownSource({ text_source }, subscription?.text_mode, feed),
    isWanted: feed !== null && pagesWantedOf(feed) === 'all',
  };
};

/** Returns where the text is from that the reader sees, by the mode of the subscription if there is one. */
const shownSource = (
  { text_source }: Pick<Entry, 'text_source'>,
  mode: TextMode | undefined,
  feed: Pick<Feed, 'found_text'> | null,
): TextSource => text_source ?? (feed === null ? 'feed' : textFor(mode ?? 'auto', feed));

/** Returns the text that the reader sees; null if none is left. A saved article shows its copy, which has the page's text if that came before or after it was saved. */
const shownBody = (
  { is_saved }: Pick<Entry, 'is_saved'>,
  { article, copy, page, source }: Pick<ShownText, 'article' | 'copy' | 'page'> & { source: TextSource },
): Body | null => {
  if (is_saved && copy !== null) return copy;
  if (article === null) return copy;
  return source === 'full' && page?.text ? withPageText(article, page.text) : article;
};

type ShownTextsContext = Pick<Context, 'articles' | 'sitePages' | 'feeds' | 'saved'>;

/**
 * Reads the texts of entries as their reader sees them, in few requests. `modes` are the reader's choices by feed_id. Returns
 * the function that gives the text of an entry; null if none is left. `onFailure` gets the key and the error of a part that
 * cannot be read.
 */
export const readShownTexts = async (
  ctx: ShownTextsContext,
  userId: string,
  { entries, modes }: { entries: Entry[]; modes: ReadonlyMap<string, TextMode> },
  onFailure: (key: unknown, error: Error) => void,
): Promise<(entry: Entry) => Body | null> => {
  const feedIds = [...new Set(entries.map(({ feed_ids: [feed_id] }) => feed_id))];
  const feeds = byId(await readEach(feedIds, ctx.feeds.getMany, onFailure), ({ feed_id }) => feed_id);
  const sourceOf = (entry: Entry) => {
    const [feed_id] = entry.feed_ids;
    return shownSource(entry, modes.get(feed_id), feeds.get(feed_id) ?? null);
  };
  const ofPages = entries.filter((entry) => sourceOf(entry) === 'full');
  const ofCopies = entries.filter(({ is_saved }) => is_saved);
  const keys = entries.map(({ article_id, feed_ids: [feed_id] }) => ({ article_id, feed_id }));
  const [articles, pages, copies] = await Promise.all([
    readEach(keys, ctx.articles.getMany, onFailure),
    readEach(ofPages.map(idOf), ctx.sitePages.getMany, onFailure),
    readEach(ofCopies.map(idOf), (ids) => ctx.saved.getMany(userId, ids), onFailure),
  ]);
  const [articleOf, pageOf, copyOf] = [byId(articles, idOf), byId(pages, idOf), byId(copies, idOf)];
  return (entry) =>
    shownBody(entry, {
      article: articleOf.get(entry.article_id) ?? null,
      copy: copyOf.get(entry.article_id) ?? null,
      page: pageOf.get(entry.article_id) ?? null,
      source: sourceOf(entry),
    });
};

/** Returns the text of an article as HTML; its excerpt where there is no text. */
export const htmlOf = (body: Pick<Body, 'content'> | null, excerpt: string): string =>
  body === null || body.content === '' ? `<p>${escapeHtml(excerpt)}</p>` : body.content;

const idOf = ({ article_id }: { article_id: string }): string => article_id;

const byId = <T>(items: T[], of: (item: T) => string): ReadonlyMap<string, T> =>
  new Map(items.map((item) => [of(item), item]));
