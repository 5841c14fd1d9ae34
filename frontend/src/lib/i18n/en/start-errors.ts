import { counted } from '../counted.ts';
import type { ErrorSentence, NoListingReason, StartErrors } from '../later-errors.ts';

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
};
