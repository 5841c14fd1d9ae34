import { type Feed, healthy } from '../model/feed/feed.ts';
import type { OutboundResponse } from '../web/guard/guarded-fetch.ts';
import type { ParsedFeed } from '../parser/fields/parsed-feed.ts';
import { createHash } from 'node:crypto';
import { webAddress } from './intake/identify.ts';

const DAY_MS = 86_400_000;
const WEEKS = 4;
const LONGEST_TTL_MINUTES = 24 * 60;

/** Returns the seconds of Cache-Control's max-age; null if there is none. RFC 9111, 5.2.2.1. */
export const maxAge = (header: string | undefined): number | null => {
  const seconds = /(?:^|[\s,])max-age="?(\d{1,9})/i.exec(header ?? '')?.[1];
  return seconds === undefined ? null : Number(seconds);
};

/**
 * Returns the articles per week over the last four weeks, from the dates of a document's items; null if none has a
 * date.
 */
const articlesPerWeek = ({ items }: ParsedFeed, now: Date): number | null => {
  const dates = items.flatMap(({ published_at }) =>
    published_at === null ? [] : [Date.parse(published_at)],
  );
  if (dates.length === 0) return null;
  const since = now.getTime() - WEEKS * 7 * DAY_MS;
  const recent = dates.filter((date) => date > since && date <= now.getTime());
  // A document that covers less than four weeks is measured over the time it covers, at least one day.
  const covered = Math.min(
    WEEKS * 7 * DAY_MS,
    Math.max(DAY_MS, now.getTime() - dates.reduce((a, b) => Math.min(a, b))),
  );
  return Math.round(((recent.length * 7 * DAY_MS) / covered) * 10) / 10;
};

/** Returns the latest date of the items that is not in the future, or of the feed before; null if there is none. */
export const newestArticleAt = (
  { newest_article_at }: Pick<Feed, 'newest_article_at'>,
  { items }: Pick<ParsedFeed, 'items'>,
  now: Date,
): string | null => {
  const at = now.toISOString();
  return items.reduce<string | null>((newest, { published_at }) => {
    const isLater = published_at !== null && published_at <= at && published_at > (newest ?? '');
    return isLater ? published_at : newest;
  }, newest_article_at);
};

type PublisherFacts = Pick<Feed, 'publisher_ttl_minutes' | 'skip_hours' | 'articles_per_week'>;

/** Returns how often the publisher publishes and wants to be asked, according to a response. */
const publisherFacts = (response: OutboundResponse, parsed: ParsedFeed, now: Date): PublisherFacts => {
  const { ttl_minutes, skip_hours } = parsed.hints;
  const seconds = maxAge(response.headers['cache-control']);
  const asked = Math.max(ttl_minutes ?? 0, seconds === null ? 0 : Math.floor(seconds / 60));
  return {
    publisher_ttl_minutes: asked === 0 ? null : Math.min(asked, LONGEST_TTL_MINUTES),
    skip_hours: skip_hours.length === 0 ? null : skip_hours,
    articles_per_week: articlesPerWeek(parsed, now),
  };
};

/** Returns the first 16 hex digits of SHA-256 over a document. */
export const bodyHash = (body: Uint8Array): string =>
  createHash('sha256').update(body).digest('hex').slice(0, 16);

/** Returns the ETag and the date of a response, for the next conditional GET. */
export const validators = ({ headers }: OutboundResponse): Pick<Feed, 'etag' | 'last_modified'> => ({
  etag: headers['etag'] ?? null,
  last_modified: headers['last-modified'] ?? null,
});

/** Returns what a document that was fetched and read says of its feed; a title or site that it omits stays. */
export const documentFacts = (response: OutboundResponse, parsed: ParsedFeed, now: Date): Partial<Feed> => ({
  ...healthy,
  ...validators(response),
  body_hash: bodyHash(response.body),
  ...(parsed.title === null ? {} : { title: parsed.title }),
  ...(parsed.site_url === null ? {} : { site_url: webAddress(parsed.site_url, response.url) }),
  description: parsed.description,
  language: parsed.language,
  ...publisherFacts(response, parsed, now),
});
