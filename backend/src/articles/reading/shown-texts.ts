import type { TextMode } from '../../contract/index.ts';
import { readEach } from '../../lib/lists.ts';
import type { Entry } from '../../model/article/entry.ts';
import type { Context } from '../../model/context.ts';
import { escapeHtml } from '../../parser/fields/text.ts';
import { shownBody, shownSource, type Body } from './shown-entry.ts';

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
