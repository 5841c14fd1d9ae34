import type { ArticleRow, Highlight } from '../../contract/index.ts';
import { escaped, plain } from '../../lib/markup.ts';
import { reasonsText } from '../../languages/reasons-text.ts';
import type { Words } from '../../languages/words.ts';

type FeedItem = {
  /** Stays the same for as long as the article is known, under every address of the feed. */
  id: string;
  title: string;
  link: string | null;
  published: string;
  updated: string;
  /** The title of the feed that the article comes from. */
  author: string;
  /** Plain text. */
  excerpt: string;
  /** HTML: the full text, or the picture and the excerpt, with the reasons. */
  content: string;
  image: string | null;
};

/** A list as a feed, before it is written in a format. All texts have no control characters. */
export type FeedDocument = {
  id: string;
  title: string;
  language: string;
  home: string;
  self: string;
  updated: string;
  items: FeedItem[];
};

/** Returns the later of two times in the format of the contract. */
const later = (one: string, other: string): string => (one > other ? one : other);

/** The picture, the excerpt and the reasons of an article, as HTML. */
const excerptOf = (row: ArticleRow, words: Words): string => {
  const texts = [row.excerpt, reasonsText(row.top_reasons, words)].map(plain).filter((text) => text !== '');
  const picture =
    row.image_url === null ? [] : [`<p><img src="${escaped(plain(row.image_url))}" alt=""></p>`];
  return [...picture, ...texts.map((text) => `<p>${escaped(text)}</p>`)].join('');
};

/** Returns an article as an item of a feed; `text` is its full text as HTML, if it is shown with one. */
export const articleItem = (row: ArticleRow, words: Words, text: string | undefined): FeedItem => ({
  id: `urn:omomi:article:${row.article_id}`,
  title: plain(row.title) || (row.link ?? words.untitled),
  link: row.link === null ? null : plain(row.link),
  published: row.published_at,
  updated: later(row.created_at, row.published_at),
  author: plain(row.feed_title),
  excerpt: plain(row.excerpt),
  content: text === undefined ? excerptOf(row, words) : plain(text),
  image: row.image_url === null ? null : plain(row.image_url),
});

/** Returns a highlight as an item of a feed, with its note. */
export const highlightItem = (highlight: Highlight, words: Words): FeedItem => {
  const { article_id, highlight_id, title, link, feed_title, quote, note, made_at } = highlight;
  const said = note === '' ? '' : `<p>${escaped(plain(note))}</p>`;
  return {
    id: `urn:omomi:highlight:${article_id}:${highlight_id}`,
    title: plain(title) || (link ?? words.untitled),
    link: link === null ? null : plain(link),
    published: made_at,
    updated: made_at,
    author: plain(feed_title),
    excerpt: plain(quote),
    content: `<blockquote><p>${escaped(plain(quote))}</p></blockquote>${said}`,
    image: null,
  };
};

/**
 * Returns a list as a feed. It depends on what it is given alone and on nothing that changes with the time of the request, so
 * that the same items always give the same document.
 *
 * @param head - The id of the feed, its title, where Omomi's page of the list is, and where this document is.
 * @param madeAt - When the address of the feed was made: the feed's `updated` while it is empty.
 */
export const feedDocument = (
  head: Pick<FeedDocument, 'id' | 'title' | 'home' | 'self'>,
  items: FeedItem[],
  { words, madeAt }: { words: Words; madeAt: string },
): FeedDocument => ({
  ...head,
  language: words.language,
  updated: items.map(({ updated }) => updated).reduce(later, madeAt),
  items,
});

const entryOf = (item: FeedItem): string =>
  [
    '<entry>',
    `<id>${escaped(item.id)}</id>`,
    // As HTML, so that a client that takes every title for HTML shows signs of markup and does not obey them.
    `<title type="html">${escaped(escaped(item.title))}</title>`,
    ...(item.link === null ? [] : [`<link rel="alternate" href="${escaped(item.link)}"/>`]),
    `<published>${item.published}</published>`,
    `<updated>${item.updated}</updated>`,
    `<author><name>${escaped(item.author)}</name></author>`,
    // The content is HTML as text, so it is escaped once more.
    `<content type="html">${escaped(item.content)}</content>`,
    '</entry>',
  ].join('\n');

/** Writes the feed as Atom 1.0 (RFC 4287). */
export const writeAtom = (feed: FeedDocument): string =>
  [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">`,
    `<id>${escaped(feed.id)}</id>`,
    `<title type="text">${escaped(feed.title)}</title>`,
    `<link rel="alternate" type="text/html" href="${escaped(feed.home)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${escaped(feed.self)}"/>`,
    `<updated>${feed.updated}</updated>`,
    ...feed.items.map(entryOf),
    '</feed>',
    '',
  ].join('\n');

/** Writes the feed as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export const writeJsonFeed = (feed: FeedDocument): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.home,
    feed_url: feed.self,
    language: feed.language,
    items: feed.items.map((item) => ({
      id: item.id,
      ...(item.link === null ? {} : { url: item.link }),
      title: item.title,
      content_html: item.content,
      ...(item.excerpt === '' ? {} : { summary: item.excerpt }),
      ...(item.image === null ? {} : { image: item.image }),
      date_published: item.published,
      date_modified: item.updated,
      authors: [{ name: item.author }],
    })),
  });
