import {
  IdentityUnknownError,
  LastIdentityError,
  SessionUnknownError,
  TokenLimitError,
  TokenUnknownError,
} from '../../accounts/identities/errors.ts';
import { TodayLinkLimitError, TodayLinkUnknownError } from '../../accounts/today-links/errors.ts';
import {
  CrawlLimitError,
  CrawlOwnerOnlyError,
  CrawlPageUnknownError,
  CrawlRunningError,
  CrawlUnknownError,
  OwnHostsMissingError,
  SeedRefusedError,
} from '../../crawl/errors.ts';
import { ArticleUnknownError } from '../../articles/reading/errors.ts';
import { ClientGoneError } from '../../lib/turns/client-gone.ts';
import { InvalidCursorError } from '../../lib/cursor-error.ts';
import type { ErrorCode } from '../../contract/index.ts';
import { FeedNotFoundError, HttpStatusError, RobotsDisallowedError } from '../../discovery/errors.ts';
import {
  AlreadySubscribedError,
  FolderUnknownError,
  IconUnknownError,
  SubscriptionLimitError,
} from '../../feeds/errors.ts';
import { FeedInactiveError, FeedUnknownError } from '../../model/feed/errors.ts';
import { FeedUrlError } from '../../model/feed/feed-url.ts';
import { OpmlError } from '../../parser/formats/opml.ts';
import { ImageKeyError, ImageUnavailableError } from '../../images/errors.ts';
import { ImportRunningError } from '../../import/errors.ts';
import { JobUnknownError } from '../../jobs/errors.ts';
import { ConfirmationError } from '../../my-data/errors.ts';
import { RetentionBoundError } from '../../accounts/preferences/errors.ts';
import { ItemTooLargeError } from '../../lib/item-error.ts';
import { RuleLimitError, RuleUnknownError } from '../../rules/errors.ts';
import { SearchExistsError, SearchLimitError, SearchUnknownError } from '../../search/saved/errors.ts';
import { OrderError } from '../../lib/reordered.ts';
import { RateLimitedError } from '../../limits/errors.ts';
import { OutboundError } from '../../outbound/guard/guarded-fetch.ts';
import { ParseError } from '../../parser/fields/parsed-feed.ts';
import {
  KeywordExistsError,
  KeywordLimitError,
  KeywordUnknownError,
  LearningOffError,
  ModelUnavailableError,
} from '../../scoring/errors.ts';
import { QueryError } from '../../search/query/query-error.ts';
import { StorageDamagedError, StorageFullError, StorageThrottledError } from '../../lib/storage-errors.ts';
import { ApiError } from '../requests/api-error.ts';
import { TooLateError } from '../requests/too-late-error.ts';

/** The answer that a client gets to an error. `details` are facts by name, or null. */
type ErrorAnswer = {
  code: ErrorCode;
  message: string;
  details: unknown;
  headers?: Record<string, string>;
};

/** Answers to one kind of error; null for any other. */
type Rule = (error: unknown) => ErrorAnswer | null;

/**
 * Creates the rule for one class of errors. The error's own message is what the client reads, so such a message names no
 * secret. `detailsOf` picks the facts that a client can act on.
 */
const rule =
  <E extends Error>(
    type: new (...args: never[]) => E,
    code: ErrorCode,
    detailsOf: (error: E) => unknown = () => null,
  ): Rule =>
  (error) =>
    error instanceof type ? { code, message: error.message, details: detailsOf(error) } : null;

/** Names the input at fault in the form in which the contract's own validation does. */
const at = (path: string) => (error: Error) => [{ path, message: error.message }];

const limitOf = ({ limit }: { limit: number }) => ({ limit });

/** Errors that the API itself raises; they know their answer. */
const apiRules: readonly Rule[] = [
  (error) =>
    error instanceof ApiError
      ? { code: error.code, message: error.message, details: error.details, headers: error.headers }
      : null,
  (error) =>
    error instanceof RateLimitedError
      ? {
          code: 'RATE_LIMITED',
          message: error.message,
          details: { retry_after: error.retry_after },
          headers: { 'retry-after': String(error.retry_after) },
        }
      : null,
];

/** Input that has the form of the contract, but that a use case refuses. */
const inputRules: readonly Rule[] = [
  rule(FeedUrlError, 'VALIDATION_FAILED', at('url')),
  rule(OpmlError, 'VALIDATION_FAILED', at('')),
  rule(OrderError, 'VALIDATION_FAILED', (error) => at(error.field)(error)),
  rule(ConfirmationError, 'VALIDATION_FAILED', at('email')),
  rule(RetentionBoundError, 'VALIDATION_FAILED', (error) => at(error.path)(error)),
  rule(InvalidCursorError, 'INVALID_CURSOR'),
  rule(QueryError, 'INVALID_QUERY', ({ position, length, reason }) => ({ position, length, reason })),
  (error) =>
    error instanceof ItemTooLargeError
      ? { code: 'PAYLOAD_TOO_LARGE', message: 'The request has a value that is too long.', details: null }
      : null,
];

/** A picture that is missing is not asked for again by each reader at each look. */
const unavailableImage = 'public, max-age=600';

/** Failures of other servers. */
const outsideRules: readonly Rule[] = [
  (error) =>
    error instanceof OutboundError
      ? {
          code: error.code === 'address_refused' ? 'ADDRESS_REFUSED' : 'FEED_UNREACHABLE',
          message: error.message,
          details: { error_code: error.code },
        }
      : null,
  rule(HttpStatusError, 'FEED_UNREACHABLE', ({ status }) => ({ status })),
  rule(RobotsDisallowedError, 'FEED_UNREACHABLE', () => ({ error_code: 'robots_disallowed' })),
  rule(SeedRefusedError, 'ADDRESS_REFUSED', ({ url }) => ({ url })),
  rule(FeedNotFoundError, 'FEED_NOT_FOUND', ({ tried, why, candidates }) => ({
    tried,
    ...(why === null ? {} : { why }),
    ...(candidates.length === 0 ? {} : { candidates }),
  })),
  rule(ParseError, 'FEED_INVALID', ({ code }) => ({ error_code: code })),
  (error) =>
    error instanceof ImageUnavailableError
      ? {
          code: 'IMAGE_UNAVAILABLE',
          message: error.message,
          details: { reason: error.fault },
          headers: { 'cache-control': error.fault === 'busy' ? 'no-store' : unavailableImage },
        }
      : null,
  rule(ModelUnavailableError, 'MODEL_UNAVAILABLE'),
];

/** Errors of a resource that does not exist, that exists already, or of which the reader has too many. */
const stateRules: readonly Rule[] = [
  rule(FeedUnknownError, 'NOT_FOUND'),
  rule(FolderUnknownError, 'NOT_FOUND'),
  rule(IconUnknownError, 'NOT_FOUND'),
  rule(ImageKeyError, 'FORBIDDEN'),
  rule(ArticleUnknownError, 'NOT_FOUND'),
  rule(KeywordUnknownError, 'NOT_FOUND'),
  rule(RuleUnknownError, 'NOT_FOUND'),
  rule(SearchUnknownError, 'NOT_FOUND'),
  rule(JobUnknownError, 'NOT_FOUND'),
  rule(CrawlUnknownError, 'NOT_FOUND'),
  rule(CrawlPageUnknownError, 'NOT_FOUND'),
  rule(IdentityUnknownError, 'NOT_FOUND'),
  rule(SessionUnknownError, 'NOT_FOUND'),
  rule(TokenUnknownError, 'NOT_FOUND'),
  rule(TodayLinkUnknownError, 'NOT_FOUND'),
  rule(AlreadySubscribedError, 'ALREADY_SUBSCRIBED', ({ feed_id }) => ({ feed_id })),
  rule(FeedInactiveError, 'FEED_INACTIVE', ({ reason }) => ({ reason })),
  rule(LearningOffError, 'LEARNING_OFF'),
  rule(KeywordExistsError, 'KEYWORD_EXISTS', ({ keyword_id }) => ({ keyword_id })),
  rule(SearchExistsError, 'SEARCH_EXISTS', ({ search_id }) => ({ search_id })),
  rule(ImportRunningError, 'IMPORT_RUNNING', ({ job_id }) => ({ job_id })),
  rule(CrawlRunningError, 'CRAWL_RUNNING', ({ job_id }) => ({ job_id })),
  rule(CrawlOwnerOnlyError, 'FORBIDDEN'),
  rule(OwnHostsMissingError, 'VALIDATION_FAILED', at('own_hosts')),
  rule(CrawlLimitError, 'CRAWL_LIMIT', ({ field, most }) => ({ field, most })),
  rule(LastIdentityError, 'LAST_IDENTITY'),
  rule(SubscriptionLimitError, 'SUBSCRIPTION_LIMIT', limitOf),
  rule(KeywordLimitError, 'KEYWORD_LIMIT', limitOf),
  rule(RuleLimitError, 'RULE_LIMIT', limitOf),
  rule(SearchLimitError, 'SEARCH_LIMIT', limitOf),
  rule(TokenLimitError, 'TOKEN_LIMIT', limitOf),
  rule(TodayLinkLimitError, 'TODAY_LINK_LIMIT', limitOf),
];

/** Seconds. DynamoDB takes more work after a few; its client has tried again for about one by then. */
const storageRetryAfter = 5;

/** The table, and where Omomi runs on its owner's machine, its disk. */
const storageRules: readonly Rule[] = [
  // The error's own message has the words of AWS, which name the table.
  (error) =>
    error instanceof StorageThrottledError
      ? {
          code: 'STORAGE_BUSY',
          message: 'The storage is overloaded at the moment.',
          details: { retry_after: storageRetryAfter },
          headers: { 'retry-after': String(storageRetryAfter) },
        }
      : null,
  rule(StorageFullError, 'STORAGE_FULL'),
  rule(StorageDamagedError, 'STORAGE_DAMAGED'),
];

/** Seconds after which what took too long is tried again. */
const busyRetryAfter = 10;

/** Requests whose answer nobody gets: the time was over, or the client has gone. */
const lateRules: readonly Rule[] = [TooLateError, ClientGoneError].map(
  (kind): Rule =>
    (error) =>
      error instanceof kind
        ? {
            code: 'BUSY',
            message: error.message,
            details: { retry_after: busyRetryAfter },
            headers: { 'retry-after': String(busyRetryAfter) },
          }
        : null,
);

const rules = [...apiRules, ...inputRules, ...outsideRules, ...stateRules, ...storageRules, ...lateRules];

/** Converts domain errors to the contract's error codes. Any other error becomes INTERNAL, without details. */
export const describeError = (error: unknown): ErrorAnswer => {
  for (const describe of rules) {
    const answer = describe(error);
    if (answer !== null) return answer;
  }
  return { code: 'INTERNAL', message: 'An internal error occurred.', details: null };
};

/** One sentence per error code on what the reader can do about it. */
export const errorActions: Readonly<Record<ErrorCode, string>> = {
  VALIDATION_FAILED: 'Correct what the details name and send the request again.',
  INVALID_JSON: 'Send the body as JSON in UTF-8.',
  INVALID_QUERY: 'Correct the query at the position that the details name.',
  INVALID_CURSOR: 'Load the list again from its first page.',
  UNAUTHENTICATED: 'Sign in and try again.',
  FORBIDDEN: 'Ask the owner of this service for access.',
  HOST_REFUSED: 'Open the service under its own address.',
  ORIGIN_REFUSED: 'Send the request from a page of this service, not of another origin.',
  NOT_FOUND: 'Go back to the list and load it again.',
  IMAGE_UNAVAILABLE: 'Open the article at its source to see the picture.',
  METHOD_NOT_ALLOWED: 'Use one of the methods that the Allow header names.',
  ALREADY_SUBSCRIBED: 'Look for the feed in your list.',
  FEED_INACTIVE: 'Resume the feed, then fetch it again.',
  IMPORT_RUNNING:
    'Wait until the job that the details name has ended, or cancel it, then import this document again.',
  CRAWL_RUNNING: 'Wait until the crawl that the details name has ended, or cancel it, then start this one.',
  SUBSCRIPTION_LIMIT: 'Unsubscribe from a feed that you no longer read, then add this one.',
  LEARNING_OFF: 'Switch the preference `like_saved` on first.',
  KEYWORD_EXISTS: 'Change the weight of the keyword that you have.',
  KEYWORD_LIMIT: 'Delete a keyword that you no longer need, then add this one.',
  SEARCH_EXISTS: 'Choose another name, or change the saved search that is there.',
  SEARCH_LIMIT: 'Delete a saved search that you no longer need, then save this one.',
  RULE_LIMIT: 'Delete a rule or values that you no longer need, then save this one.',
  TOKEN_LIMIT: 'Revoke a token that you no longer use, then make this one.',
  TODAY_LINK_LIMIT: 'Revoke an address that you no longer use, then make this one.',
  LAST_IDENTITY: 'Link another identity first, or delete the account.',
  PAYLOAD_TOO_LARGE: 'Send a smaller request.',
  FEED_NOT_FOUND: 'Look for the address of the feed on the site, often called RSS or Atom, and paste that.',
  FEED_UNREACHABLE: 'Check the address, or try again later.',
  FEED_INVALID: 'Check that the address leads to a feed; if it does, tell its publisher that it is broken.',
  CRAWL_LIMIT: 'Ask for at most what the details say, or ask the owner of this service to crawl.',
  ADDRESS_REFUSED:
    'Use an address on the public internet, or ask the owner of this service to allow this one.',
  RATE_LIMITED: 'Wait as long as the Retry-After header says, then try again.',
  INTERNAL: 'Try again; if the error persists, give the request id to the owner of this service.',
  STORAGE_DAMAGED: 'Stop Omomi and bring the last daily copy back with npm run restore.',
  BUSY: 'Wait as long as the Retry-After header says, then try again.',
  STORAGE_BUSY: 'Wait as long as the Retry-After header says, then try again.',
  MODEL_UNAVAILABLE: 'Try again in a few minutes.',
  UNHEALTHY: 'Read the details; docs/operations.md says what to do about each failing part.',
  STORAGE_FULL: 'Free space on that disk; nothing that was stored is lost, and Omomi goes on by itself.',
};
