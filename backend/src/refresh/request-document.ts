import type { Clock } from '../lib/clock.ts';
import type { Feed } from '../model/feed/feed.ts';
import { acceptFeed } from '../outbound/accept.ts';
import type { GuardedFetch, OutboundResponse } from '../outbound/guard/guarded-fetch.ts';
import { bodyHash, validators } from './document-facts.ts';
import { failureOfError, failureOfResponse, type Failure } from './failure.ts';

/** What a feed's server answered: a response with or without a new document, or a failure of the feed. */
type Answer =
  | { is_failed: false; response: OutboundResponse }
  /** `status` is null if no response came. */
  | { is_failed: true; failure: Failure; status: number | null };

/** Requests a feed's document; with `isWhole`, even if it has not changed since the last fetch. */
export const requestDocument = async (
  { fetch, now }: { fetch: GuardedFetch; now: Clock },
  feed: Feed,
  isWhole: boolean,
): Promise<Answer> => {
  let response: OutboundResponse;
  try {
    response = await fetch({
      url: feed.url,
      headers: { accept: acceptFeed, ...(isWhole ? {} : conditions(feed)) },
    });
  } catch (error) {
    const failure = failureOfError(error);
    if (failure === null) throw error;
    return { is_failed: true, failure, status: null };
  }
  const failure = response.status === 304 ? null : failureOfResponse(response, now());
  return failure === null
    ? { is_failed: false, response }
    : { is_failed: true, failure, status: response.status };
};

const conditions = (feed: Feed): Record<string, string> => ({
  ...(feed.etag === null ? {} : { 'if-none-match': feed.etag }),
  ...(feed.last_modified === null ? {} : { 'if-modified-since': feed.last_modified }),
});

/** Returns true if the server says that the document has not changed, or sends the same bytes again. */
export const isSameDocument = (feed: Feed, { status, body }: OutboundResponse, isWhole: boolean): boolean =>
  status === 304 || (!isWhole && bodyHash(body) === feed.body_hash);

/**
 * Returns the new ETag and date of a document that has not changed. Without them, every later fetch would transfer it
 * in full.
 */
export const newValidators = (feed: Feed, response: OutboundResponse): Partial<Feed> => {
  const { etag, last_modified } = validators(response);
  return response.status === 304 || (etag === feed.etag && last_modified === feed.last_modified)
    ? {}
    : { etag, last_modified };
};
