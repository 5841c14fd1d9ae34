import { describe, expect, it } from 'vitest';
import { expectError, setUpApi } from '../../test/harness/api/api-client.ts';
import { ids, sampleRequest } from '../../test/harness/api/api-samples.ts';
import { feedAddressUnknown } from '../accounts/feed-addresses.ts';
import { withDestination } from '../articles/reading/sending.ts';
import { articleUnknown } from '../articles/reading/shown-entry.ts';
import {
  DESTINATIONS_PER_READER,
  errorTable,
  RULES_PER_READER,
  SEARCHES_PER_READER,
  TAGS_PER_READER,
  type ErrorCode,
  type SavedSearch,
} from '../contract/index.ts';
import { SeedRefusedError } from '../crawl/start-crawl.ts';
import { feedNotFound, HttpStatusError, RobotsDisallowedError, severalFeeds } from '../discovery/errors.ts';
import { folderUnknown } from '../feeds/folders.ts';
import { AlreadySubscribedError } from '../feeds/subscribe.ts';
import { subscriptionLimit } from '../feeds/write-following.ts';
import { jobUnknown } from '../jobs/stop-job.ts';
import {
  ItemTooLargeError,
  StorageDamagedError,
  StorageFullError,
  StorageThrottledError,
  ClientGoneError,
} from '../lib/errors.ts';
import { invalidCursor } from '../lib/json-cursor.ts';
import { reordered } from '../lib/lists.ts';
import { RateLimitedError } from '../limits/windows.ts';
import { withTags } from '../model/article/tags.ts';
import { feedUnknown } from '../model/feed/followed-feed.ts';
import { FeedUrlError } from '../model/feed/feed-url.ts';
import type { StoredRule } from '../model/rules/rule.ts';
import { OutboundError } from '../web/guard/guarded-fetch.ts';
import { ParseError } from '../parser/fields/parsed-feed.ts';
import { RefusedFile } from '../parser/fields/refused-file.ts';
import { addedRule, ruleUnknown } from '../delivery/rules/change-rules.ts';
import { keywordLimit } from '../keywords/add-keyword.ts';
import { ModelUnavailableError } from '../model/score/embedder.ts';
import { QueryError } from '../search/query/query.ts';
import { addedSearch, searchUnknown } from '../search/saved/saved-search-endpoints.ts';
import { describeError, errorActions } from './error-table.ts';

/** `message` is what the client reads, where it is not the error's own. */
type Case = [error: Error, code: ErrorCode, details: unknown, message?: string];

const limited = { rate_class: 'public_authenticated', key_hash: 'ab12', count: 120, resets_at: 0 } as const;

const thrownBy = (run: () => unknown): Error => {
  try {
    run();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('nothing was thrown');
};

const at = '2026-11-25T08:00:00.000Z';
const search = (n: number): SavedSearch => ({
  search_id: `${n}`,
  name: `Search ${n}`,
  q: 'word',
  order: 'relevance',
  created_at: at,
});
const rule = (n: number): StoredRule => ({
  rule_id: `${n}`,
  name: `Rule ${n}`,
  conditions: [{ field: 'title', is_not: false, any_of: ['word'] }],
  effects: { mute: true, save: false, read: false, factor: null, tags: [], goes_after_hours: null },
  stops: false,
  is_active: true,
  created_at: at,
});

const destination = {
  destination_id: ids.destination_id,
  kind: 'open' as const,
  name: 'Notes',
  address: 'https://notes.example/?url={url}',
  header_name: null,
  header_value: null,
  sends_saved: false,
  last_sent: null,
  created_at: at,
};

const cases: Case[] = [
  [new AlreadySubscribedError(ids.feed_id), 'ALREADY_SUBSCRIBED', { feed_id: ids.feed_id }],
  [subscriptionLimit(100), 'SUBSCRIPTION_LIMIT', { limit: 100 }],
  [feedUnknown(), 'NOT_FOUND', null],
  [folderUnknown(), 'NOT_FOUND', null],
  [articleUnknown(), 'NOT_FOUND', null],
  [ruleUnknown(), 'NOT_FOUND', null],
  [searchUnknown(), 'NOT_FOUND', null],
  [jobUnknown(), 'NOT_FOUND', null],
  [feedAddressUnknown(), 'NOT_FOUND', null],
  [invalidCursor(), 'INVALID_CURSOR', null],
  [
    new QueryError('unclosed_quote', { position: 3, length: 5 }, 'Close the quote.'),
    'INVALID_QUERY',
    { position: 3, length: 5, reason: 'unclosed_quote' },
  ],
  [
    new ItemTooLargeError('The item does not fit the table: 400 KB of omomi-1'),
    'PAYLOAD_TOO_LARGE',
    null,
    'The request has a value that is too long.',
  ],
  [keywordLimit(50), 'KEYWORD_LIMIT', { limit: 50 }],
  [
    thrownBy(() =>
      reordered([{ name: 'One' }], [], { idOf: ({ name }) => name, what: 'rules', field: 'rule_ids' }),
    ),
    'VALIDATION_FAILED',
    [{ path: 'rule_ids', message: 'The order lacks “One”.' }],
  ],
  [
    thrownBy(() => addedSearch([search(1)], 'local', { ...search(1), q: 'other' }, at)),
    'SEARCH_EXISTS',
    { search_id: search(1).search_id },
  ],
  [
    thrownBy(() =>
      addedSearch(
        Array.from({ length: SEARCHES_PER_READER }, (_, n) => search(n)),
        'local',
        search(-1),
        at,
      ),
    ),
    'SEARCH_LIMIT',
    { limit: SEARCHES_PER_READER },
  ],
  [
    thrownBy(() =>
      withTags(
        Array.from({ length: TAGS_PER_READER }, (_, n) => `Tag ${n}`),
        ['one more'],
      ),
    ),
    'TAG_LIMIT',
    { limit: TAGS_PER_READER },
  ],
  [
    thrownBy(() =>
      withDestination(
        Array.from({ length: DESTINATIONS_PER_READER }, () => destination),
        destination,
      ),
    ),
    'DESTINATION_LIMIT',
    { limit: DESTINATIONS_PER_READER },
  ],
  [
    thrownBy(() =>
      addedRule(
        Array.from({ length: RULES_PER_READER }, (_, n) => rule(n)),
        'local',
        rule(-1),
        at,
      ),
    ),
    'RULE_LIMIT',
    { limit: RULES_PER_READER },
  ],
  [new ModelUnavailableError(), 'MODEL_UNAVAILABLE', null],
  [new SeedRefusedError('ftp://a.example/', 'no'), 'ADDRESS_REFUSED', { url: 'ftp://a.example/' }],
  [new RateLimitedError(55, limited), 'RATE_LIMITED', { retry_after: 55 }],
  [new ClientGoneError(), 'BUSY', { retry_after: 10 }],
  [new FeedUrlError('no address'), 'VALIDATION_FAILED', [{ path: 'url', message: 'no address' }]],
  [
    new RefusedFile('unknown', 'no OPML'),
    'VALIDATION_FAILED',
    [{ path: '', message: 'no OPML', fault: 'unknown' }],
  ],
  [feedNotFound(['https://a.example/']), 'FEED_NOT_FOUND', { tried: ['https://a.example/'] }],
  [
    feedNotFound(['https://a.example/'], { none: { why: 'no_list', message: 'No list.' } }),
    'FEED_NOT_FOUND',
    { tried: ['https://a.example/'], why: 'no_list' },
  ],
  [severalFeeds([]), 'SEVERAL_FEEDS', { candidates: [] }],
  [new HttpStatusError(404), 'FEED_UNREACHABLE', { status: 404 }],
  [new RobotsDisallowedError('Disallow: /x'), 'FEED_UNREACHABLE', { error_code: 'robots_disallowed' }],
  [new OutboundError('address_refused', 'no'), 'ADDRESS_REFUSED', { error_code: 'address_refused' }],
  [new OutboundError('timed_out', 'late'), 'FEED_UNREACHABLE', { error_code: 'timed_out' }],
  [new ParseError('not_a_feed', 'a page'), 'FEED_INVALID', { error_code: 'not_a_feed' }],
  [new StorageFullError('The disk that holds /data is full'), 'STORAGE_FULL', null],
  [new StorageDamagedError('The file /data/table.sqlite is damaged'), 'STORAGE_DAMAGED', null],
];

describe('the error table', () => {
  it.each(cases)('%s becomes %s', async (error, code, details, message = error.message) => {
    const { send, lines } = setUpApi({}, () => {
      throw error;
    });
    const answer = await send(sampleRequest('addFeed'));
    expectError(answer, code);
    expect(answer.json.error).toEqual(expect.objectContaining({ message, details }));
    const isExpected = errorTable[code].status < 500 || error instanceof ClientGoneError;
    const level = isExpected && code !== 'RATE_LIMITED' ? 'info' : 'warn';
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
