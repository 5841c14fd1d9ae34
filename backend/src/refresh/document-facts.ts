import { createHash } from 'node:crypto';
import { healthy } from '../model/feed/feed-health.ts';
import type { Feed } from '../model/feed/feed.ts';
import type { OutboundResponse } from '../web/guard/guarded-fetch.ts';
import type { ParsedFeed } from '../parser/fields/parsed-feed.ts';
import { webAddress } from './intake/identify.ts';
import { publisherFacts } from './publisher-facts.ts';

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
