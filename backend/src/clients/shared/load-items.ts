import {
  defaultPreferences,
  type ArticleRow,
  type Enclosure,
  type PreferenceChoices,
  type LanguageChoice,
} from '../../contract/index.ts';
import {
  isOfLeftFeeds,
  loadNames,
  underFollowed,
  withFormerFeeds,
  type NamesContext,
  entryToRow,
} from '../../articles/lists/row-to-wire.ts';
import { htmlOf, readShownTexts } from '../../articles/reading/shown-entry.ts';
import { isExpired } from '../../model/article/expiry.ts';
import { asMarked } from '../../model/article/watermark.ts';
import type { Entry } from '../../model/article/entry.ts';
import type { Context } from '../../model/context.ts';
import { escaped, plain } from '../../lib/markup.ts';
import { wordsIn } from '../../languages/words-in.ts';
import { reasonsText } from '../../languages/reasons-text.ts';

/** An article with its text, as clients show it. No field is null of which a client would die. */
export type LoadedItem = {
  row: ArticleRow;
  /** The address that the publisher gives; that of the article in Omomi if there is none. */
  link: string;
  author: string;
  /** HTML with the line that says why the article ranks where it does, where the reader wants it. */
  content: string;
  enclosures: Enclosure[];
  feed: { feed_id: string; title: string; html_url: string; folder: string | null };
};

export type LoadItemsContext = NamesContext &
  Pick<Context, 'entries' | 'watermarks' | 'profiles' | 'articles' | 'sitePages' | 'saved' | 'feeds' | 'log'>;

/** The ids of the articles to load. If a feed is named, it is given as the origin of every article that it carries. */
type Wanted = { ids: readonly string[]; feed_id?: string | null; origin: string };

const withReason = (text: string, line: string, place: PreferenceChoices['app_reasons']): string => {
  if (place === 'off') return text;
  return place === 'line' ? line + text : text + line;
};

/** Returns the articles of these ids in their order. Those that the reader does not have any more are left out. */
export const loadItems = async (
  ctx: LoadItemsContext,
  userId: string,
  { ids, feed_id = null, origin }: Wanted,
): Promise<LoadedItem[]> => {
  const [stored, { watermarks }, names, profile] = await Promise.all([
    ctx.entries.getMany(userId, [...ids]),
    ctx.watermarks.get(userId),
    loadNames(ctx, userId),
    ctx.profiles.get(userId),
  ]);
  const { language, app_reasons: place } = profile ?? defaultPreferences;
  const now = names.now.toISOString();
  const isLeft = isOfLeftFeeds(names);
  const entries = stored
    .filter((entry) => !isExpired(entry, now) && (entry.is_saved || !isLeft(entry)))
    .map((entry) => underFollowed(asMarked(entry, watermarks), names))
    .map((entry) => (isLeft(entry) ? { ...entry, is_read: true } : entry));
  const modes = new Map(names.subscriptions.map((each) => [each.feed_id, each.text_mode]));
  const shownUnder = (entry: Entry): string =>
    feed_id !== null && entry.feed_ids.includes(feed_id) ? feed_id : entry.feed_ids[0];
  const [bodyOf, feeds, allNames] = await Promise.all([
    readShownTexts(ctx, userId, { entries, modes }, (key, error) =>
      ctx.log.warn('a client’s article cannot be read', { key, error }),
    ),
    ctx.feeds.getMany([...new Set(entries.map(shownUnder))]),
    withFormerFeeds(ctx.feeds, entries, names),
  ]);
  const feedOf = new Map(feeds.map((feed) => [feed.feed_id, feed]));
  const folderOf = new Map(names.subscriptions.map((each) => [each.feed_id, each.folder]));
  const itemOf = (entry: Entry): LoadedItem => {
    const row = entryToRow(entry, allNames);
    const body = bodyOf(entry);
    const id = shownUnder(entry);
    const feed = feedOf.get(id);
    const text = htmlOf(body, entry.excerpt);
    return {
      row,
      link: entry.link ?? `${origin}/?article=${entry.article_id}`,
      author: body?.author ?? '',
      content: withReason(text, reasonLine(row, language), place),
      enclosures: body?.enclosures ?? [],
      feed: {
        feed_id: id,
        title: names.feeds.get(id) ?? feed?.title ?? row.feed_title,
        html_url: feed?.site_url ?? feed?.url ?? '',
        folder: folderOf.get(id) ?? null,
      },
    };
  };
  const byId = new Map(entries.map((entry) => [entry.article_id, entry]));
  return ids.flatMap((id) => {
    const entry = byId.get(id);
    return entry === undefined ? [] : [itemOf(entry)];
  });
};

/**
 * Returns one paragraph of HTML that says where an article ranks from 0 to 100, and why; empty until it is scored.
 */
const reasonLine = (
  { tier, importance_rank, top_reasons }: Pick<ArticleRow, 'tier' | 'importance_rank' | 'top_reasons'>,
  language: LanguageChoice,
): string => {
  if (tier === null || importance_rank === null) return '';
  const words = wordsIn(language);
  const rank = `${words.tiers[tier]} (${importance_rank})`;
  const reasons = plain(reasonsText(top_reasons, words));
  const text = [rank, reasons].filter((part) => part !== '').join(' · ');
  return `<p><small>${escaped(text)}</small></p>`;
};
