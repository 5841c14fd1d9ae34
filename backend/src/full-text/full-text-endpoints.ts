import type { TextSource } from '../contract/index.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { Settings } from '../config/settings.ts';
import { renewCopy } from '../delivery/saved-copy.ts';
import { toArticle } from '../articles/lists/open-article.ts';
import { loadNames, type NamesContext } from '../articles/lists/row-to-wire.ts';
import { present, readShownText, type ShownText, type TextContext } from '../articles/reading/shown-entry.ts';
import type { Context } from '../model/context.ts';
import type { Entry } from '../model/article/entry.ts';
import { withTextOf } from '../model/text/text-mode.ts';
import { isExpected, versionFor, type SitePage } from '../model/text/full-text.ts';
import { excerptOf } from '../model/article/relist.ts';
import { asMarked } from '../model/article/watermark.ts';

const DAY_MS = 86_400_000;

type FullTextContext = NamesContext &
  TextContext &
  Pick<Context, 'entries' | 'saved' | 'watermarks' | 'sitePages' | 'sendFetch' | 'now'> & {
    settings: Pick<Settings, 'ARTICLE_RETENTION_DAYS'>;
  };

/**
 * The endpoints with which a reader chooses the text of one article: the page's, which is asked for unless it
 * is there, or the feed's.
 */
export const fullTextEndpoints = (ctx: FullTextContext): HandlersOf<'fetchFullText' | 'dropFullText'> => ({
  fetchFullText: async ({ reader: { user_id }, params: { article_id } }) => {
    const { entry, shown } = await choose(ctx, user_id, article_id, 'full');
    const isThere = shown.page?.state === 'taken' || isExpected(shown.page, ctx.now());
    if (entry.link !== null && !isThere) await askForPage(ctx, entry, shown.page);
    return answer(ctx, entry);
  },
  dropFullText: async ({ reader: { user_id }, params: { article_id } }) => {
    const { entry } = await choose(ctx, user_id, article_id, 'feed');
    return answer(ctx, entry);
  },
});

/** Writes the choice with the entry, with the excerpt and reading time of that text, and into the copy of a saved one. */
const choose = async (
  ctx: FullTextContext,
  userId: string,
  articleId: string,
  text_source: TextSource,
): Promise<{ entry: Entry; shown: ShownText }> => {
  const { entries, now } = ctx;
  const at = now().toISOString();
  const shown = await readShownText(ctx, present(await entries.get(userId, articleId), at));
  const { article, page } = shown;
  const version = article === null ? null : versionFor(article, page ?? undefined, text_source);
  const changed = await entries.change(userId, articleId, (entry) =>
    version === null || entry.feed_ids[0] !== version.feed_id
      ? { ...entry, text_source }
      : {
          ...entry,
          text_source,
          excerpt: excerptOf(version),
          extra: { ...version.extra, tags: entry.extra.tags },
          text_version: withTextOf(entry, version).text_version,
        },
  );
  const entry = present(changed, at);
  if (version !== null) await renewCopy(ctx, entry, version, 'chosen');
  return { entry, shown };
};

/**
 * Sends the message for the page, and then notes that it was asked for, unless the page came in between. A call that was
 * cut off in between sends another message when it is repeated, which finds the page if it came.
 */
const askForPage = async (
  { sitePages, sendFetch, settings, now }: FullTextContext,
  { user_id, article_id, feed_ids: [feed_id] }: Entry,
  page: SitePage | null,
): Promise<void> => {
  const at = now();
  const asked_at = at.toISOString();
  const articles = [{ article_id }];
  await sendFetch([{ kind: 'full_text', feed_id, articles, asked_by: user_id, asked_at }]);
  const ttl = Math.floor((at.getTime() + settings.ARTICLE_RETENTION_DAYS * DAY_MS) / 1000);
  await sitePages.ask(article_id, { at: asked_at, seen_at: page?.at ?? '', ttl });
};

const answer = async (ctx: FullTextContext, entry: Entry) => {
  const [stored, names] = await Promise.all([
    ctx.watermarks.get(entry.user_id),
    loadNames(ctx, entry.user_id),
  ]);
  return toArticle(asMarked(entry, stored.watermarks), names, readShownText(ctx, entry));
};
