import { z } from 'zod';
import { ownTag } from '../../contract/index.ts';
import { parseDate } from '../fields/dates.ts';
import type { OpmlRow } from '../formats/opml.ts';

/** An article in the file of another reader, with what its reader did there. */
export type ExportedArticle = {
  /** As written there; '' if there is none. */
  url: string;
  title: string | null;
  /** HTML, not sanitised. */
  content: string;
  author: string | null;
  published_at: string | null;
  /** When it was saved there, or its own date, by which the order stays what it was; null if neither is known. */
  saved_at: string | null;
  is_saved: boolean;
  is_read: boolean;
  tags: string[];
  /** The address of the feed that it came from; null if the file does not name it. */
  feed_url: string | null;
};

const MOST_TITLE = 2000;
const MOST_AUTHOR = 300;
const MOST_URL = 2000;
const MOST_TAGS = 20;
const TAG_LENGTH = 24;
/** The most UTF-16 units of a text; a longer one is left out. */
const MOST_CONTENT = 900_000;

const text = z.string().catch('');
const link = z.array(z.object({ href: z.string() })).catch([]);
const time = z.union([z.number(), z.string()]).nullish().catch(null);
const body = z
  .union([z.string(), z.object({ content: z.string() }).transform(({ content }) => content)])
  .catch('');
/** A label: a word, or in Feedly an id with its label. */
const mark = z.union([
  z.string(),
  z.object({ id: text, label: text }).transform(({ id, label }) => ({ id, label })),
]);
const marks = z.array(mark.catch('')).catch([]);

/**
 * An article in the words of all readers: Google Reader's, in which FreshRSS, Inoreader and others write (`canonical`,
 * `categories`, `origin`), Feedly's (`tags`, `unread`, `actionTimestamp`), Miniflux's (`url`, `status`, `feed`), JSON Feed's and those of
 * plain lists of saved articles.
 */
export const exportedItem = z.object({
  title: body,
  name: text,
  canonical: link,
  alternate: link,
  url: text,
  content: body,
  summary: body,
  content_html: text,
  author: text,
  authors: z.array(z.object({ name: text })).catch([]),
  published: time,
  published_at: time,
  date_published: time,
  time,
  created: time,
  actionTimestamp: time,
  /** In Miniflux true or false, in Inoreader the time. */
  starred: z.union([z.boolean(), z.number()]).nullish().catch(null),
  status: text,
  unread: z.boolean().nullish().catch(null),
  categories: marks,
  tags: marks,
  origin: z.object({ streamId: text, feedUrl: text, title: text }).nullish().catch(null),
  feed: z
    .object({ feed_url: text, title: text, category: z.object({ title: text }).nullish().catch(null) })
    .nullish()
    .catch(null),
});

export type ExportedItem = z.infer<typeof exportedItem>;

/** What follows for every article from the kind and the id of its document. */
export type DocumentWords = {
  /**
   * The articles that count as saved although they have no mark that says so. FreshRSS writes starred articles and labelled ones into
   * one file, in which its former versions marked no star. An article without a label is there because of its star.
   */
  areSaved: 'all' | 'unlabelled' | 'marked';
  /** True if plain `tags` are the reader's. In Miniflux they are the publisher's. */
  hasOwnTags: boolean;
};

const STARRED = /^user\/[^/]+\/(?:state\/com\.google\/starred|tag\/global\.saved)$/;
const STARRED_OR_LABELLED = /^user\/[^/]+\/state\/org\.freshrss\/starred$/;
const READ = /^user\/[^/]+\/(?:state\/com\.google\/read|tag\/global\.read)$/;
const LABEL = /^user\/[^/]+\/label\/(.+)$/;
/** A board of Feedly; those that begin with `global.` are not the reader's. */
const BOARD = /^(?:user|enterprise)\/[^/]+\/tag\/(?!global\.)/;

/** Returns which articles of a stream with this id count as saved. */
export const savedIn = (stream: string): DocumentWords['areSaved'] => {
  if (STARRED.test(stream)) return 'all';
  return STARRED_OR_LABELLED.test(stream) ? 'unlabelled' : 'marked';
};

/** Returns a time in ISO form, from seconds, milliseconds or microseconds since 1970 or from a date as written; null for others. */
const isoTime = (given: number | string | null | undefined): string | null => {
  if (typeof given === 'string') return /^\d{9,16}$/.test(given) ? isoTime(Number(given)) : parseDate(given);
  if (given === null || given === undefined || given <= 0) return null;
  // A number of seconds has this many digits until the year 5138, one of milliseconds since 1973.
  const ms = given < 1e11 ? given * 1000 : given < 1e14 ? given : given / 1000;
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 ? null : date.toISOString();
};

/** Returns labels as names of tags; a longer one is cut. */
const tagsOf = (labels: readonly string[]): string[] =>
  [
    ...new Set(
      labels.flatMap((label) => ownTag.safeParse(label.trim().slice(0, TAG_LENGTH).trim()).data ?? []),
    ),
  ].slice(0, MOST_TAGS);

const labelsOf = ({ categories, tags }: ExportedItem, hasOwnTags: boolean): string[] => [
  ...categories.flatMap((each) => (typeof each === 'string' ? (LABEL.exec(each)?.[1] ?? []) : [])),
  ...tags.flatMap((each) => {
    if (typeof each === 'string') return hasOwnTags ? each : [];
    return BOARD.test(each.id) ? each.label : [];
  }),
];

const isWeb = (address: string): boolean => /^https?:\/\//i.test(address);

/** Returns the address in `feed/http://…`; '' for the numbers that FreshRSS and Miniflux write there. */
const streamAddress = (streamId: string): string => {
  const address = streamId.replace(/^feed\//, '');
  return isWeb(address) ? address : '';
};

/** Returns an article as its reader left it; null if they neither saved, labelled nor read it. */
export const articleOf = (
  item: ExportedItem,
  { areSaved, hasOwnTags }: DocumentWords,
): ExportedArticle | null => {
  const ids = [...item.categories, ...item.tags].map((each) => (typeof each === 'string' ? each : each.id));
  const tags = tagsOf(labelsOf(item, hasOwnTags));
  const isSavedHere = areSaved === 'all' || (areSaved === 'unlabelled' && tags.length === 0);
  const is_saved = isSavedHere || item.starred === true || ids.some((id) => STARRED.test(id));
  const is_read = item.status === 'read' || item.unread === false || ids.some((id) => READ.test(id));
  if (!is_saved && !is_read && tags.length === 0) return null;
  const url = (item.canonical[0]?.href ?? item.alternate[0]?.href ?? item.url).trim();
  const content = item.content || item.summary || item.content_html;
  const published_at = isoTime(
    item.published ?? item.published_at ?? item.date_published ?? item.time ?? item.created,
  );
  const starredAt = typeof item.starred === 'number' ? item.starred : item.actionTimestamp;
  return {
    url: url.length > MOST_URL ? '' : url,
    title: (item.title || item.name).slice(0, MOST_TITLE) || null,
    content: content.length > MOST_CONTENT ? '' : content,
    author: (item.author || (item.authors[0]?.name ?? '')).slice(0, MOST_AUTHOR) || null,
    published_at,
    saved_at: isoTime(starredAt) ?? published_at,
    is_saved,
    is_read,
    tags,
    feed_url:
      item.origin?.feedUrl || streamAddress(item.origin?.streamId ?? '') || item.feed?.feed_url || null,
  };
};

/**
 * Returns the feed of an article if its reader followed it: FreshRSS and Miniflux keep articles of such feeds alone. What is saved
 * in Inoreader and Feedly stays there after its feed was left, so those follow by OPML only.
 */
export const followedFeedOf = ({ origin, feed }: ExportedItem): OpmlRow | null => {
  const url = origin?.feedUrl || feed?.feed_url || '';
  if (!isWeb(url)) return null;
  return { url, title: (origin ?? feed)?.title || null, folder: feed?.category?.title || null };
};
