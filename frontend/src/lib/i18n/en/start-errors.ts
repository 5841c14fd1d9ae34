import type { ErrorCode } from '@omomi/backend/contract';
import type { TransportCode } from '../../api/api-error.ts';
import { counted } from '../counted.ts';

type ErrorText = { what: string; todo: string };

const sentences: Record<ErrorCode | TransportCode, ErrorText> = {
  VALIDATION_FAILED: { what: 'A value that you entered is not valid.', todo: 'Check it and try again.' },
  INVALID_JSON: { what: 'The request could not be read.', todo: 'Reload the page and try again.' },
  INVALID_QUERY: { what: 'This search cannot be understood.', todo: 'Correct the part that is marked.' },
  INVALID_CURSOR: { what: 'This list has changed since it was loaded.', todo: 'Reload the list.' },
  UNAUTHENTICATED: { what: 'You are not signed in.', todo: 'Sign in and try again.' },
  CREDENTIALS_WRONG: {
    what: 'That does not fit.',
    todo: 'Check the name and the password, or try another way to sign in.',
  },
  FRESH_SIGN_IN_NEEDED: {
    what: 'Your sign-in is more than ten minutes old.',
    todo: 'Sign out, sign in again, and do this within ten minutes.',
  },
  INVITATION_UNKNOWN: {
    what: 'This link was used already or is older than a day.',
    todo: 'Ask the owner of this Omomi for a new one.',
  },
  NAME_TAKEN: { what: 'Another reader has this name.', todo: 'Choose another one.' },
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
  IMAGE_UNAVAILABLE: {
    what: 'The publisher gave no picture.',
    todo: 'Open the article at its source to see it.',
  },
  METHOD_NOT_ALLOWED: { what: 'This page is older than the server.', todo: 'Reload the page.' },
  ALREADY_SUBSCRIBED: {
    what: 'You already follow this feed.',
    todo: 'You will find it in the list of feeds.',
  },
  FEED_INACTIVE: {
    what: 'This feed is paused or stopped.',
    todo: 'Resume it, then fetch it again.',
  },
  SUBSCRIPTION_LIMIT: {
    what: 'You have reached the limit of feeds.',
    todo: 'Unsubscribe from one to make room.',
  },
  IMPORT_RUNNING: {
    what: 'Another import is still running, so this file was not imported.',
    todo: 'Wait until it has ended, then import this file again.',
  },
  CRAWL_RUNNING: {
    what: 'Another crawl of yours is still running.',
    todo: 'Wait until it has ended, or cancel it, then start this one.',
  },
  CRAWL_LIMIT: { what: 'That is more than you may ask for.', todo: 'Choose a smaller number.' },
  LEARNING_OFF: {
    what: 'Omomi does not learn from what you like.',
    todo: 'Switch it on in the settings first.',
  },
  KEYWORD_EXISTS: { what: 'You already have this keyword.', todo: 'Change its weight in the list.' },
  KEYWORD_LIMIT: { what: 'You have reached the limit of keywords.', todo: 'Delete one to make room.' },
  SEARCH_EXISTS: {
    what: 'You have another saved search with this name.',
    todo: 'Choose another name, or change the saved search that is there.',
  },
  SEARCH_LIMIT: {
    what: 'You have reached the limit of saved searches.',
    todo: 'Delete one to make room.',
  },
  RULE_LIMIT: {
    what: 'Your rules have reached a limit: 100 rules, or 1,000 words and other values in all.',
    todo: 'Delete a rule or some words to make room.',
  },
  TOKEN_LIMIT: { what: 'You have reached the limit of API tokens.', todo: 'Revoke one to make room.' },
  TODAY_LINK_LIMIT: {
    what: 'You have reached the limit of feed addresses.',
    todo: 'Revoke one to make room.',
  },
  LAST_IDENTITY: {
    what: 'This is the only way you can sign in.',
    todo: 'Link another one first, or delete the account.',
  },
  PAYLOAD_TOO_LARGE: { what: 'That is too long.', todo: 'Shorten it and try again.' },
  FEED_NOT_FOUND: {
    what: 'No feed was found at this address.',
    todo: 'Try the page that lists the newest articles, or the address of the feed itself.',
  },
  FEED_UNREACHABLE: {
    what: 'Nothing could be read at this address.',
    todo: 'Check the spelling, or try again in a while.',
  },
  FEED_INVALID: { what: 'The document at this address is not a valid feed.', todo: 'Try another address.' },
  ADDRESS_REFUSED: {
    what: 'This address is not on the public web.',
    todo: 'Only public http and https addresses can be followed.',
  },
  RATE_LIMITED: { what: 'You sent too many requests.', todo: 'Wait a minute and try again.' },
  BUSY: { what: 'The answer took too long.', todo: 'Try again in a few seconds.' },
  STORAGE_BUSY: { what: 'The storage is overloaded at the moment.', todo: 'Try again in a few seconds.' },
  STORAGE_DAMAGED: {
    what: 'The file that holds your data is damaged.',
    todo: 'Stop Omomi and bring the last daily copy back: npm run restore',
  },
  UNHEALTHY: { what: 'A part of Omomi does not work.', todo: 'Read the log of Omomi.' },
  STORAGE_FULL: {
    what: 'The disk that holds your data is full. Nothing that was stored is lost.',
    todo: 'Free some space on it; Omomi then goes on by itself.',
  },
  INTERNAL: { what: 'Something went wrong on the server.', todo: 'Try again in a moment.' },
  MODEL_UNAVAILABLE: { what: 'The scoring model does not answer.', todo: 'Try again in a few minutes.' },
  OFFLINE: { what: 'Omomi cannot be reached.', todo: 'Check that it is running, then try again.' },
  BAD_ANSWER: { what: 'This page cannot read the answer of the server.', todo: 'Reload the page.' },
};

export const errors = {
  errors: sentences,
  noConnection: {
    what: 'There is no connection.',
    todo: 'Try again when it is back. Changes that wait are then sent by themselves.',
  },
  goesOnIn: (n: number): string =>
    n === 0 ? 'Omomi tries again now.' : `Omomi tries again by itself in ${counted(n, 'second', 'seconds')}.`,
  waitSeconds: (n: number): string => `Wait ${counted(n, 'second', 'seconds')} and try again.`,
};
