import { setReadOfMany, type ReadStateContext } from '../../articles/reading/read-state.ts';
import {
  pageAddress,
  idOf,
  keepOwn,
  type OwnArticleContext,
  ownArticle,
  saveKnown,
} from '../../full-text/own-article.ts';
import { hasCode } from '../../lib/errors.ts';
import { feedAddressOrNull } from '../../model/feed/feed-url.ts';
import type { DocumentParser } from '../../parser/document-parser.ts';
import type { ExportedArticle } from '../../parser/exports/exported-article.ts';
import type { ExportPlace } from '../../parser/exports/read-export.ts';
import { BETWEEN_FOLDERS } from '../../parser/formats/opml.ts';
import type { ArticleFigures } from './article-figures.ts';
import { articleTags, TAGS_PER_READER } from '../../contract/index.ts';
import { unsaveArticle } from '../../articles/reading/saving.ts';
import { setTags, type TaggingContext } from '../../articles/reading/tagging.ts';
import { haveSame } from '../../lib/lists.ts';
import { shorten } from '../../lib/shorten.ts';
import { siteOfLink } from '../../model/article/canonical-link.ts';
import { isSavedByReader, type Entry } from '../../model/article/entry.ts';
import { isExpired } from '../../model/article/expiry.ts';
import { readingMinutes } from '../../model/article/article-text.ts';
import { asKnown, knownTag, withTags } from '../../model/article/tags.ts';
import { keptTitle } from '../../model/feed/subscription.ts';
import { plainText } from '../../parser/fields/text.ts';
import { noteSignal, REMEMBERED_MS } from '../../scoring/note-signal.ts';

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

const SUMMARY_LENGTH = 500;

type BringContext = OwnArticleContext & TaggingContext;

/**
 * Keeps an article as its reader had kept it elsewhere:
 *
 * 1. An article that the reader has of this address is saved, since the time when it was saved there, and gets the labels as tags
 *    beside those that it has. It stays read or unread.
 * 2. Any other is written with the text that came along, for this reader alone and as read. One that was labelled alone there
 *    stays as a tagged one does.
 * 3. Note a star of the time that Omomi learns from. A call that is cut off before that does not note it later.
 *
 * Repeating it changes nothing. Throws VALIDATION_FAILED for an address that is none.
 */
const bringArticle = async (
  ctx: BringContext,
  userId: string,
  item: ExportedArticle,
  content: string,
): Promise<void> => {
  const now = ctx.now();
  const at = now.toISOString();
  const since = item.saved_at !== null && item.saved_at <= at ? item.saved_at : undefined;
  const found = await ctx.entries.get(userId, idOf(item.url));
  const known = found === null || isExpired(found, at) ? null : found;
  const wasSaved = known !== null && isSavedByReader(known);
  const kept =
    known === null || (item.is_saved && !wasSaved) ? await saveKnown(ctx, userId, item.url, since) : known;
  const entry = kept ?? (await write(ctx, userId, item, content, since));
  await label(ctx, entry, item, since);
  // Only if it arrived while it was written.
  if (known === null && !item.is_saved && isSavedByReader(entry))
    await unsaveArticle(ctx, userId, entry.article_id);
  const said = since === undefined ? now : new Date(since);
  if (item.is_saved && !wasSaved && now.getTime() - said.getTime() < REMEMBERED_MS)
    await noteSignal(ctx, entry, { is_saved: true }, said);
};

/** Step 2. */
const write = async (
  ctx: BringContext,
  userId: string,
  item: ExportedArticle,
  content: string,
  savedAt: string | undefined,
): Promise<Entry> => {
  const text = plainText(content);
  const site = siteOfLink(item.url);
  const article = ownArticle(ctx, userId, {
    link: item.url,
    site,
    title: plainText(item.title ?? '') || null,
    summary: shorten(text, SUMMARY_LENGTH),
    content,
    author: item.author,
    reading_minutes: readingMinutes(text),
    published_at: item.published_at,
    image_url: null,
  });
  const own_tags = await tagsWith(ctx, userId, [], item.tags);
  await ctx.tags.change(userId, (stored) => withTags(stored, own_tags));
  return keepOwn(ctx, userId, article, site, { savedAt, own_tags, is_kept_by_tags: !item.is_saved });
};

/**
 * Returns the tags of an article with its labels, spelt as the reader's tags are. A label is left out if the article has no room
 * for it, or the reader for another tag.
 */
const tagsWith = async (
  { tags }: Pick<BringContext, 'tags'>,
  userId: string,
  own: readonly string[],
  labels: readonly string[],
): Promise<readonly string[]> => {
  if (labels.length === 0) return own;
  let names: readonly string[] = await tags.list(userId);
  let wanted = own;
  for (const each of labels) {
    const isNew = knownTag(names, each) === undefined;
    const more = asKnown(names, [...wanted, each]);
    if ((isNew && names.length >= TAGS_PER_READER) || !articleTags.safeParse({ tags: more }).success)
      continue;
    wanted = more;
    if (isNew) names = [...names, each];
  }
  return wanted;
};

const label = async (
  ctx: BringContext,
  { user_id, article_id, own_tags, feed_ids }: Entry,
  { tags }: ExportedArticle,
  since: string | undefined,
): Promise<void> => {
  const wanted = await tagsWith(ctx, user_id, own_tags, tags);
  if (haveSame(wanted, own_tags)) return;
  const title = keptTitle(await ctx.subscriptions.get(user_id, feed_ids[0]));
  await setTags(ctx, user_id, article_id, wanted, () => title, since);
};
