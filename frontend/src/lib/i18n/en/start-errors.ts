import type { ErrorCode } from '@omomi/backend/contract';
import type { TransportCode } from '../../api/api-error.ts';
import { counted } from '../counted.ts';

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
type StartErrors = Record<Exclude<ErrorCode | TransportCode, LaterErrorCode>, ErrorSentence> &
  Partial<Record<LaterErrorCode, ErrorSentence>>;

const sentences: StartErrors = {
  VALIDATION_FAILED: { what: 'A value that you entered is not valid.', todo: 'Check it and try again.' },
  INVALID_JSON: { what: 'The request could not be read.', todo: 'Reload the page and try again.' },
  INVALID_QUERY: { what: 'This search cannot be understood.', todo: 'Correct the part that is marked.' },
  INVALID_CURSOR: { what: 'This list has changed since it was loaded.', todo: 'Reload the list.' },
  UNAUTHENTICATED: { what: 'You are not signed in.', todo: 'Sign in and try again.' },
  FORBIDDEN: { what: 'You may not do this.', todo: 'Ask the owner of this Omomi.' },
  HOST_REFUSED: {
    what: 'Omomi does not accept requests for this host name.',
    todo: 'Open Omomi at the address that it printed at its start.',
  },
  ORIGIN_REFUSED: {
    what: 'Omomi does not accept changes from this page.',
    todo: 'Open Omomi at its own address.',
  },
  NOT_FOUND: { what: 'This item no longer exists.', todo: 'Reload the list.' },
  METHOD_NOT_ALLOWED: { what: 'This page is older than the server.', todo: 'Reload the page.' },
  KEYWORD_EXISTS: { what: 'You already have this keyword.', todo: 'Change its weight in the list.' },
  PAYLOAD_TOO_LARGE: { what: 'That is too long.', todo: 'Shorten it and try again.' },
  RATE_LIMITED: { what: 'You sent too many requests.', todo: 'Wait a minute and try again.' },
  BUSY: { what: 'The answer took too long.', todo: 'Try again in a few seconds.' },
  STORAGE_BUSY: { what: 'The storage is overloaded at the moment.', todo: 'Try again in a few seconds.' },
  STORAGE_DAMAGED: {
    what: 'The file that holds your data is damaged.',
    todo: 'Stop Omomi and restore the last daily copy: npm run restore',
  },
  STORAGE_FULL: {
    what: 'The disk that holds your data is full. Nothing that was stored is lost.',
    todo: 'Free some space on it; Omomi then continues.',
  },
  INTERNAL: { what: 'Something went wrong on the server.', todo: 'Try again in a moment.' },
  OFFLINE: { what: 'Omomi cannot be reached.', todo: 'Check that it is running, then try again.' },
  OVERLOADED: { what: 'The server has too much to do at the moment.', todo: 'Try again in a few seconds.' },
  BAD_ANSWER: { what: 'This page cannot read the answer of the server.', todo: 'Reload the page.' },
};

/** The texts that `loadLater` adds: only whoever adds a feed meets such a page. */
const noListing: Partial<Record<NoListingReason, ErrorSentence>> = {};

export const errors = {
  errors: sentences,
  noListing,
  noConnection: {
    what: 'There is no connection.',
    todo: 'Try again when it is back.',
  },
  goesOnIn: (n: number): string =>
    n === 0 ? 'Omomi tries again now.' : `Omomi tries again by itself in ${counted(n, 'second', 'seconds')}.`,
  waitSeconds: (n: number): string => `Wait ${counted(n, 'second', 'seconds')} and try again.`,
  waitMinutes: (n: number): string => `Wait ${counted(n, 'minute', 'minutes')} and try again.`,
};
