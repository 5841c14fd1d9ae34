import type { FeedDocument, FeedItem } from './feed-document.ts';

const references: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for XML and HTML, as content and as the value of an attribute. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => references[sign] ?? '');

const contentOf = ({ excerpt, reasons }: FeedItem): string =>
  [excerpt, reasons]
    .filter((text) => text !== '')
    .map((text) => `<p>${escaped(text)}</p>`)
    .join('');

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
    `<content type="html">${escaped(contentOf(item))}</content>`,
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
      content_html: contentOf(item),
      ...(item.excerpt === '' ? {} : { summary: item.excerpt }),
      date_published: item.published,
      date_modified: item.updated,
      authors: [{ name: item.author }],
    })),
  });
