import { setReadOfMany, type ReadStateContext } from '../../articles/reading/read-state.ts';
import { pageAddress, idOf } from '../../full-text/own-article.ts';
import { hasCode } from '../../lib/errors.ts';
import { feedAddressOrNull } from '../../model/feed/feed-url.ts';
import type { DocumentParser } from '../../parser/document-parser.ts';
import type { ExportedArticle } from '../../parser/exports/exported-article.ts';
import type { ExportPlace } from '../../parser/exports/read-export.ts';
import { BETWEEN_FOLDERS } from '../../parser/formats/opml.ts';
import type { ArticleFigures } from './article-figures.ts';
import { bringArticle, type BringContext } from './bring-article.ts';

/** Number of articles in a slice. Each may be embedded alone, which takes a model in the cloud 0.2 s. */
const SLICE = 50;

export type TakeContext = BringContext &
  ReadStateContext & { parser: Pick<DocumentParser, 'readExported' | 'sanitiseAll'> };

type TakenSlice = { figures: ArticleFigures; next: ExportPlace | null };

type Addressed = ExportedArticle & { article_id: string };

const addressed = (item: ExportedArticle): Addressed | null => {
  try {
    const url = pageAddress(item.url);
    return { ...item, url, article_id: idOf(url) };
  } catch (error) {
    if (hasCode(error, 'VALIDATION_FAILED')) return null;
    throw error;
  }
};

/** Returns, by feed_id, the names of the folders in which the reader has the feed: one, or several within each other. */
const foldersOf = async (ctx: TakeContext, userId: string): Promise<Map<string, readonly string[]>> =>
  new Map(
    (await ctx.subscriptions.list(userId)).map(({ feed_id, folder }) => [
      feed_id,
      folder?.split(BETWEEN_FOLDERS) ?? [],
    ]),
  );

/** Takes the folder of its feed from the labels of an article: Inoreader writes both in the same words. */
const withoutFolder = <A extends ExportedArticle>(
  item: A,
  folders: ReadonlyMap<string, readonly string[]>,
): A => {
  const feed = item.feed_url === null ? null : feedAddressOrNull(item.feed_url);
  const names = (feed === null ? undefined : folders.get(feed.feed_id)) ?? [];
  return { ...item, tags: item.tags.filter((tag) => !names.includes(tag)) };
};

export type TakeArticles = (
  ctx: TakeContext,
  userId: string,
  document: Uint8Array,
  from: ExportPlace,
) => Promise<TakenSlice>;

/**
 * Takes in at most 50 articles of a file from a place on, after the feeds of the file have brought theirs:
 *
 * 1. Save and tag what the reader had saved or labelled there; what is not here comes with the text of the file.
 * 2. Mark as read what they had read there, where it is here.
 */
export const takeArticles: TakeArticles = async (ctx, userId, document, from) => {
  const { articles, next } = await ctx.parser.readExported(document, from, SLICE);
  const folders = await foldersOf(ctx, userId);
  const items = articles.flatMap((item) => addressed(withoutFolder(item, folders)) ?? []);
  const kept = items.filter(({ is_saved, tags }) => is_saved || tags.length > 0);
  const contents = await ctx.parser.sanitiseAll(
    kept.map(({ content, url }) => ({ html: content, base_url: url })),
  );
  // One after the other: a file may hold an article twice.
  for (const [at, item] of kept.entries()) await bringArticle(ctx, userId, item, contents[at] ?? '');
  const read = items.filter(({ is_read }) => is_read);
  const outcomes = await setReadOfMany(
    ctx,
    userId,
    read.map(({ article_id }) => article_id),
    true,
  );
  const isHere = ({ article_id }: Addressed) => outcomes.get(article_id) !== 'not_found';
  return {
    figures: {
      articles: articles.length,
      starred: kept.filter(({ is_saved }) => is_saved).length,
      tagged: kept.filter(({ tags }) => tags.length > 0).length,
      read: read.filter(isHere).length,
      not_here: read.filter((item) => !isHere(item)).length,
      no_address: articles.length - items.length,
    },
    next,
  };
};
