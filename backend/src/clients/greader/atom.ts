import { escaped, plain } from '../../today/words.ts';
import { longId } from '../shared/item-ids.ts';
import type { LoadedItem } from '../shared/load-items.ts';
import { categoriesOf, feedStreamId } from './item-json.ts';

type AtomList = {
  id: string;
  title: string;
  self: string;
  updated: string;
  items: LoadedItem[];
  continuation: string | null;
};

const text = (value: string): string => escaped(plain(value));

/** newsboat knows by the label, and only with this scheme, whether an item is read. */
const category = (id: string): string =>
  `<category term="${text(id)}" scheme="http://www.google.com/reader/" label="${text(id.slice(id.lastIndexOf('/') + 1))}"/>`;

const entryOf = (item: LoadedItem): string => {
  const { row, link, author, content, enclosures, feed } = item;
  return [
    `<entry gr:crawl-timestamp-msec="${Date.parse(row.created_at)}">`,
    `<id>${longId(row.article_id)}</id>`,
    ...categoriesOf(item).map(category),
    // As HTML, so that a client that takes every title for HTML shows signs of markup and does not obey them.
    `<title type="html">${text(escaped(row.title))}</title>`,
    `<published>${row.published_at}</published>`,
    `<updated>${row.published_at}</updated>`,
    `<link rel="alternate" href="${text(link)}" type="text/html"/>`,
    ...enclosures.map(
      ({ url, type, length }) =>
        `<link rel="enclosure" href="${text(url)}" type="${text(type ?? 'application/octet-stream')}" length="${length ?? 0}"/>`,
    ),
    `<content type="html">${text(content)}</content>`,
    `<author><name>${text(author)}</name></author>`,
    `<source gr:stream-id="${feedStreamId(feed.feed_id)}"><id>${feedStreamId(feed.feed_id)}</id><title type="html">${text(escaped(feed.title))}</title><link rel="alternate" href="${text(feed.html_url)}" type="text/html"/></source>`,
    '</entry>',
  ].join('\n');
};

/** Writes a list as Atom 1.0 with the additions of Google Reader. */
export const writeAtomList = ({ id, title, self, updated, items, continuation }: AtomList): string =>
  [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:gr="http://www.google.com/schemas/reader/atom/">',
    `<id>tag:google.com,2005:reader/${text(id)}</id>`,
    `<title type="html">${text(escaped(title))}</title>`,
    ...(continuation === null ? [] : [`<gr:continuation>${continuation}</gr:continuation>`]),
    `<link rel="self" href="${text(self)}"/>`,
    `<updated>${updated}</updated>`,
    ...items.map(entryOf),
    '</feed>',
    '',
  ].join('\n');
