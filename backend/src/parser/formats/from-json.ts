import { statedPicture } from '../html/pictures.ts';
import { parseJsonFeed } from 'feedsmith';
import type { JsonFeed } from 'feedsmith';
import {
  boundTags,
  categoryNames,
  authorNames,
  contentAndSummary,
  enclosure,
  enclosures,
  firstDate,
  isWebAddress,
  webLink,
} from '../fields/item-fields.ts';
import { newestIndexes, type UnboundedFeed } from '../fields/limits.ts';
import { ParseError } from '../fields/parsed-feed.ts';
import type { ParsedItem } from '../fields/parsed-feed.ts';
import { wholeItemsOf } from './repair-json.ts';
import { escapeHtml, plainText, textOrNull, titleText } from '../fields/text.ts';

const fromItem = (item: JsonFeed.Item<string>, feedAuthor: string | null): ParsedItem => {
  const updated = firstDate(item.date_modified);
  const text = item.content_text === undefined ? null : escapeHtml(item.content_text);
  const enclosed = enclosures(
    (item.attachments ?? []).map((found) => enclosure(found.url, found.mime_type, found.size_in_bytes, null)),
    undefined,
    null,
  );
  return {
    guid: item.id ?? null,
    link: webLink(item.url ?? item.external_url, null) ?? (isWebAddress(item.id) ? item.id : null),
    title: titleText(item.title ?? ''),
    ...contentAndSummary(
      item.content_html ?? text,
      item.summary === undefined ? null : escapeHtml(item.summary),
    ),
    author: authorNames(item.authors) ?? feedAuthor,
    categories: categoryNames(item.tags),
    published_at: firstDate(item.date_published) ?? updated,
    updated_at: updated,
    enclosures: enclosed,
    image_url: statedPicture(undefined, enclosed, [item.image, item.banner_image], null),
  };
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return wholeItemsOf(text);
  }
};

/** Parses JSON Feed 1.0 and 1.1. Throws ParseError for JSON that is not a feed and for text that is not JSON. */
export const fromJson = (text: string, maxItems: number): UnboundedFeed => {
  const document = readJson(text);
  if (document === undefined) {
    throw new ParseError('parse_failed', 'This looks like a JSON Feed, but it is not valid JSON.');
  }
  const isFeed =
    isRecord(document) &&
    Array.isArray(document['items']) &&
    (typeof document['version'] === 'string' || typeof document['title'] === 'string');
  if (!isFeed) {
    throw new ParseError(
      'not_a_feed',
      'This is JSON, but not a JSON Feed: it has no list of items with a version or title.',
    );
  }
  const items = newest(document['items'], maxItems).map(boundTags);
  const feed = parseJsonFeed({ ...document, version: 'https://jsonfeed.org/version/1.1', items });
  const author = authorNames(feed.authors);
  return {
    format: 'json',
    title: feed.title === undefined ? null : plainText(feed.title),
    description: textOrNull(feed.description),
    site_url: webLink(feed.home_page_url, null),
    language: feed.language ?? null,
    icon_url: webLink(feed.favicon ?? feed.icon, null),
    hub_url: webLink(feed.hubs?.[0]?.url, null),
    self_url: webLink(feed.feed_url, null),
    hints: { ttl_minutes: null, skip_hours: [] },
    items: (feed.items ?? []).map((item) => fromItem(item, author)),
  };
};

const newest = (items: unknown, maxItems: number): unknown[] => {
  const all: unknown[] = Array.isArray(items) ? items : [];
  if (all.length <= maxItems) {
    return all;
  }
  const dated = all.map((item) => {
    const date = isRecord(item) ? item['date_published'] : null;
    return typeof date === 'string' ? firstDate(date) : null;
  });
  return newestIndexes(dated, maxItems).map((index) => all[index]);
};
