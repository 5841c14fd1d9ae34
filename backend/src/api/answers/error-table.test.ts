import { describe, expect, it } from 'vitest';
import { expectError, setUpApi } from '../../../test/harness/api/api-client.ts';
import { ids, sampleRequest } from '../../../test/harness/api/api-samples.ts';
import * as identityErrors from '../../accounts/identities/errors.ts';
import * as todayLinkErrors from '../../accounts/today-links/errors.ts';
import * as articleErrors from '../../articles/reading/errors.ts';
import { InvalidCursorError } from '../../lib/cursor-error.ts';
import * as crawlErrors from '../../crawl/errors.ts';
import { ItemTooLargeError } from '../../lib/item-error.ts';
import { errorTable, type ErrorCode } from '../../contract/index.ts';
import { FeedNotFoundError, HttpStatusError, RobotsDisallowedError } from '../../discovery/errors.ts';
import * as feedErrors from '../../feeds/errors.ts';
import { FeedInactiveError, FeedUnknownError } from '../../model/feed/errors.ts';
import { FeedUrlError } from '../../model/feed/feed-url.ts';
import { ImportRunningError } from '../../import/errors.ts';
import * as jobErrors from '../../jobs/errors.ts';
import * as limitErrors from '../../limits/errors.ts';
import { OutboundError } from '../../outbound/guard/guarded-fetch.ts';
import { ParseError } from '../../parser/fields/parsed-feed.ts';
import * as keywordErrors from '../../scoring/errors.ts';
import * as searchErrors from '../../search/saved/errors.ts';
import { OrderError } from '../../lib/reordered.ts';
import * as ruleErrors from '../../rules/errors.ts';
import { QueryError } from '../../search/query/query-error.ts';
import { StorageDamagedError, StorageFullError, StorageThrottledError } from '../../lib/storage-errors.ts';
import { describeError, errorActions } from './error-table.ts';

type Case = [error: Error, code: ErrorCode, details: unknown];

const limited = { rate_class: 'public_authenticated', key_hash: 'ab12', count: 120, resets_at: 0 } as const;

const cases: Case[] = [
  [new FeedInactiveError('paused'), 'FEED_INACTIVE', { reason: 'paused' }],
  [new feedErrors.AlreadySubscribedError(ids.feed_id), 'ALREADY_SUBSCRIBED', { feed_id: ids.feed_id }],
  [new feedErrors.SubscriptionLimitError(100), 'SUBSCRIPTION_LIMIT', { limit: 100 }],
  [new FeedUnknownError(), 'NOT_FOUND', null],
  [new feedErrors.IconUnknownError(), 'NOT_FOUND', null],
  [new feedErrors.FolderUnknownError(), 'NOT_FOUND', null],
  [new articleErrors.ArticleUnknownError(), 'NOT_FOUND', null],
  [new InvalidCursorError(), 'INVALID_CURSOR', null],
  [
    new QueryError('unclosed_quote', { position: 3, length: 5 }, 'Close the quote.'),
    'INVALID_QUERY',
    { position: 3, length: 5, reason: 'unclosed_quote' },
  ],
  [new keywordErrors.LearningOffError(), 'LEARNING_OFF', null],
  [new keywordErrors.KeywordExistsError(ids.keyword_id), 'KEYWORD_EXISTS', { keyword_id: ids.keyword_id }],
  [new ImportRunningError('job00000001'), 'IMPORT_RUNNING', { job_id: 'job00000001' }],
  [new ItemTooLargeError('The request has a value that is too long.'), 'PAYLOAD_TOO_LARGE', null],
  [new keywordErrors.KeywordLimitError(50), 'KEYWORD_LIMIT', { limit: 50 }],
  [new keywordErrors.KeywordUnknownError(), 'NOT_FOUND', null],
  [new ruleErrors.RuleUnknownError(), 'NOT_FOUND', null],
  [new ruleErrors.RuleLimitError('Too many.', 100), 'RULE_LIMIT', { limit: 100 }],
  [
    new OrderError('Lacks one.', 'rule_ids'),
    'VALIDATION_FAILED',
    [{ path: 'rule_ids', message: 'Lacks one.' }],
  ],
  [new searchErrors.SearchUnknownError(), 'NOT_FOUND', null],
  [new searchErrors.SearchExistsError('AI', '0123456789ab'), 'SEARCH_EXISTS', { search_id: '0123456789ab' }],
  [new searchErrors.SearchLimitError(50), 'SEARCH_LIMIT', { limit: 50 }],
  [new keywordErrors.ModelUnavailableError(), 'MODEL_UNAVAILABLE', null],
  [new jobErrors.JobUnknownError(), 'NOT_FOUND', null],
  [new identityErrors.IdentityUnknownError(), 'NOT_FOUND', null],
  [new identityErrors.SessionUnknownError(), 'NOT_FOUND', null],
  [new identityErrors.TokenUnknownError(), 'NOT_FOUND', null],
  [new identityErrors.LastIdentityError(), 'LAST_IDENTITY', null],
  [new identityErrors.TokenLimitError(20), 'TOKEN_LIMIT', { limit: 20 }],
  [new todayLinkErrors.TodayLinkUnknownError(), 'NOT_FOUND', null],
  [new todayLinkErrors.TodayLinkLimitError(10), 'TODAY_LINK_LIMIT', { limit: 10 }],
  [new crawlErrors.CrawlUnknownError(), 'NOT_FOUND', null],
  [new crawlErrors.CrawlPageUnknownError(), 'NOT_FOUND', null],
  [new crawlErrors.CrawlRunningError('job00000001'), 'CRAWL_RUNNING', { job_id: 'job00000001' }],
  [new crawlErrors.CrawlLimitError('depth', 3), 'CRAWL_LIMIT', { field: 'depth', most: 3 }],
  [new crawlErrors.CrawlOwnerOnlyError('own_hosts'), 'FORBIDDEN', null],
  [
    new crawlErrors.OwnHostsMissingError(),
    'VALIDATION_FAILED',
    [{ path: 'own_hosts', message: new crawlErrors.OwnHostsMissingError().message }],
  ],
  [
    new crawlErrors.SeedRefusedError('ftp://a.example/', 'no'),
    'ADDRESS_REFUSED',
    { url: 'ftp://a.example/' },
  ],
  [new limitErrors.RateLimitedError(55, limited), 'RATE_LIMITED', { retry_after: 55 }],
  [new FeedUrlError('no address'), 'VALIDATION_FAILED', [{ path: 'url', message: 'no address' }]],
  [new FeedNotFoundError(['https://a.example/']), 'FEED_NOT_FOUND', { tried: ['https://a.example/'] }],
  [new HttpStatusError(404, 'https://a.example/'), 'FEED_UNREACHABLE', { status: 404 }],
  [new RobotsDisallowedError('Disallow: /x'), 'FEED_UNREACHABLE', { error_code: 'robots_disallowed' }],
  [new OutboundError('address_refused', 'no'), 'ADDRESS_REFUSED', { error_code: 'address_refused' }],
  [new OutboundError('timed_out', 'late'), 'FEED_UNREACHABLE', { error_code: 'timed_out' }],
  [new ParseError('not_a_feed', 'a page'), 'FEED_INVALID', { error_code: 'not_a_feed' }],
  [new StorageFullError('The disk that holds /data is full'), 'STORAGE_FULL', null],
  [new StorageDamagedError('The file /data/table.sqlite is damaged'), 'STORAGE_DAMAGED', null],
];

describe('the error table', () => {
  it.each(cases)('%s becomes %s', async (error, code, details) => {
    const { send, lines } = setUpApi({}, () => {
      throw error;
    });
    const answer = await send(sampleRequest('addFeed'));
    expectError(answer, code);
    expect(answer.json.error).toMatchObject({ message: error.message, details });
    const level = errorTable[code].status < 500 && code !== 'RATE_LIMITED' ? 'info' : 'warn';
    expect(lines).toMatchObject([{ level, fields: { error_code: code, status: answer.status } }]);
  });

  it('answers 503 with Retry-After while the table is throttled, without the message of AWS', async () => {
    const { send, lines } = setUpApi({}, () => {
      throw new StorageThrottledError('Storage is throttled: Throughput exceeds the limit of table omomi-1');
    });
    const answer = await send(sampleRequest('listFeeds'));
    expectError(answer, 'STORAGE_BUSY', 'listFeeds');
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.json.error.details).toEqual({ retry_after: 5 });
    expect(answer.text).not.toContain('omomi-1');
    expect(lines).toMatchObject([
      { level: 'warn', fields: { error_code: 'STORAGE_BUSY', error: expect.stringContaining('omomi-1') } },
    ]);
  });

  it('contains every error that a capability declares', () => {
    // A refused sign-in is answered by a redirect to the sign-in page.
    const { SignInRefusedError: _, ...accountErrors } = identityErrors;
    const declared = [
      accountErrors,
      todayLinkErrors,
      feedErrors,
      articleErrors,
      keywordErrors,
      ruleErrors,
      jobErrors,
      crawlErrors,
      limitErrors,
    ].flatMap((file) =>
      Object.entries(file)
        .filter(([, one]) => one.prototype instanceof Error)
        .map(([name]) => name),
    );
    const tested = cases.map(([error]) => error.name);
    expect(tested).toEqual(expect.arrayContaining(declared));
  });

  it('hides the details of unknown errors', () => {
    for (const thrown of [new Error('secret'), 'secret', null, undefined, { code: 'NOT_FOUND' }]) {
      expect(describeError(thrown)).toEqual({
        code: 'INTERNAL',
        message: 'An internal error occurred.',
        details: null,
      });
    }
  });

  it('has a sentence for the reader for each code of the contract', () => {
    expect(Object.keys(errorActions)).toEqual(Object.keys(errorTable));
    for (const action of Object.values(errorActions)) expect(action).toMatch(/^[A-Z].*\.$/);
  });
});
