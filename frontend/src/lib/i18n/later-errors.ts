import type { ErrorCode } from '@omomi/backend/contract';
import type { TransportCode } from '../api/api-error.ts';

export type ErrorSentence = { what: string; todo: string };

/** The errors that only parts can meet which are loaded after the start, so that their texts are loaded with these. */
export type LaterErrorCode =
  | 'ADDRESS_REFUSED'
  | 'CREDENTIALS_WRONG'
  | 'FRESH_SIGN_IN_NEEDED'
  | 'INVITATION_UNKNOWN'
  | 'NAME_TAKEN'
  | 'IMPORT_RUNNING'
  | 'PAST_RUNNING'
  | 'CRAWL_RUNNING'
  | 'CRAWL_LIMIT'
  | 'SEARCH_EXISTS'
  | 'SEARCH_LIMIT'
  | 'HIGHLIGHT_LIMIT'
  | 'TAG_LIMIT'
  | 'DESTINATION_LIMIT'
  | 'RULE_LIMIT'
  | 'TOKEN_LIMIT'
  | 'FEED_ADDRESS_LIMIT'
  | 'LAST_IDENTITY'
  | 'SUBSCRIPTION_LIMIT'
  | 'PASSKEY_LIMIT'
  | 'KEYWORD_LIMIT'
  | 'FEED_UNREACHABLE'
  | 'PAGE_NOT_SAVED'
  | 'SENDING_FAILED'
  | 'TEXT_MODEL_FAILED'
  | 'TEXT_MODEL_LIMIT'
  | 'SEVERAL_FEEDS'
  | 'FEED_NOT_FOUND'
  | 'FEED_INVALID'
  | 'LEARNING_OFF'
  | 'IMAGE_UNAVAILABLE'
  | 'FEED_INACTIVE'
  | 'MODEL_UNAVAILABLE'
  | 'ALREADY_SUBSCRIBED'
  | 'UNHEALTHY';

/** The kinds of a page in which no list of headlines was found. */
export type NoListingReason = 'article' | 'sign_in' | 'needs_scripts' | 'no_list' | 'robots_disallowed';

/** The texts of errors that the start has. `loadLater` adds the others. */
export type StartErrors = Record<Exclude<ErrorCode | TransportCode, LaterErrorCode>, ErrorSentence> &
  Partial<Record<LaterErrorCode, ErrorSentence>>;
