import type { TextSource } from '../contract/index.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { Clock } from '../lib/clock.ts';
import { toArticle } from '../articles/lists/open-article.ts';
import { loadNames, type NamesContext } from '../articles/lists/reader-names.ts';
import { present, readShownText, type ShownText, type TextContext } from '../articles/reading/shown-entry.ts';
import type { Entry, EntryStore } from '../model/article/entry.ts';
import { isExpected, versionFor, type ArticlePage, type ArticlePageStore } from '../model/text/full-text.ts';
import { excerptOf } from '../model/article/relist.ts';
import { withTextOf } from '../model/text/text-mode.ts';
import { asMarked, type ReadWatermarkStore } from '../model/article/watermark.ts';
import type { SendPages } from '../queues/messages.ts';
import type { RenewCopy } from '../delivery/renew-copy.ts';

const DAY_MS = 86_400_000;

export type FullTextEndpointDeps = NamesContext &
  TextContext & {
    entries: Pick<EntryStore, 'get' | 'change'>;
    marks: Pick<ReadWatermarkStore, 'get'>;
    articlePages: Pick<ArticlePageStore, 'ask'>;
    renewCopy: RenewCopy;
    sendPages: SendPages;
    articleDays: number;
    now: Clock;
  };

/**
 * Creates the endpoints with which a reader chooses the text of one article: the page's, which is asked for unless it
 * is there, or the feed's.
 */
export const createFullTextEndpoints = (
  deps: FullTextEndpointDeps,
): HandlersOf<'fetchFullText' | 'dropFullText'> => ({
  fetchFullText: async ({ reader: { user_id }, params: { article_id } }) => {
    const { entry, shown } = await choose(deps, user_id, article_id, 'full');
    const isThere = shown.page?.state === 'taken' || isExpected(shown.page, deps.now());
    if (entry.link !== null && !isThere) await askForPage(deps, entry, shown.page);
    return answer(deps, entry);
  },
  dropFullText: async ({ reader: { user_id }, params: { article_id } }) => {
    const { entry } = await choose(deps, user_id, article_id, 'feed');
    return answer(deps, entry);
  },
});

/** Writes the choice with the entry, with the excerpt and reading time of that text, and into the copy of a saved one. */
const choose = async (
  deps: FullTextEndpointDeps,
  userId: string,
  articleId: string,
  text_source: TextSource,
): Promise<{ entry: Entry; shown: ShownText }> => {
  const { entries, renewCopy, now } = deps;
  const at = now().toISOString();
  const shown = await readShownText(deps, present(await entries.get(userId, articleId), at));
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
  if (version !== null) await renewCopy(entry, version);
  return { entry, shown };
};

/**
 * Sends the message for the page, and then notes that it was asked for, unless the page came in between. A call that was
 * cut off in between sends another message when it is repeated, which finds the page if it came.
 */
const askForPage = async (
  { articlePages, sendPages, articleDays, now }: FullTextEndpointDeps,
  { user_id, article_id, feed_ids: [feed_id] }: Entry,
  page: ArticlePage | null,
): Promise<void> => {
  const at = now();
  const asked_at = at.toISOString();
  const articles = [{ article_id }];
  await sendPages([{ kind: 'full_text', feed_id, articles, asked_by: user_id, asked_at }]);
  const ttl = Math.floor((at.getTime() + articleDays * DAY_MS) / 1000);
  await articlePages.ask(article_id, { at: asked_at, seen_at: page?.at ?? '', ttl });
};

const answer = async (deps: FullTextEndpointDeps, entry: Entry) => {
  const [stored, names] = await Promise.all([deps.marks.get(entry.user_id), loadNames(deps, entry.user_id)]);
  return toArticle(asMarked(entry, stored.marks), names, readShownText(deps, entry));
};
