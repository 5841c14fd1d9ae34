import type { ErrorSentence, LaterErrorCode, NoListingReason } from './start-errors.ts';

export const laterErrors: Record<LaterErrorCode, ErrorSentence> = {
  FEED_UNREACHABLE: {
    what: 'Nothing could be read at this address.',
    todo: 'Try again in a while.',
  },
  ADDRESS_REFUSED: {
    what: 'This address is not on the public web.',
    todo: 'Only public http and https addresses can be followed.',
  },
  CREDENTIALS_WRONG: {
    what: 'Name and password do not match.',
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
  IMPORT_RUNNING: {
    what: 'Another import is still running, so this file was not imported.',
    todo: 'Wait until it has ended, then import this file again.',
  },
  PAST_RUNNING: {
    what: 'The past of another feed is being brought.',
    todo: 'Wait until that has ended, or cancel it under Activity, then start this one.',
  },
  CRAWL_RUNNING: {
    what: 'Another crawl of yours is still running.',
    todo: 'Wait until it has ended, or cancel it, then start this one.',
  },
  CRAWL_LIMIT: { what: 'That is more than you may ask for.', todo: 'Choose a smaller number.' },
  SEARCH_EXISTS: {
    what: 'You have another saved search with this name.',
    todo: 'Choose another name, or change the saved search that is there.',
  },
  SEARCH_LIMIT: {
    what: 'You have reached the limit of saved searches.',
    todo: 'Delete one to make room.',
  },
  HIGHLIGHT_LIMIT: {
    what: 'This article has 100 highlights, which is the limit.',
    todo: 'Remove one of them, then mark this.',
  },
  TAG_LIMIT: {
    what: 'You have reached the limit of 200 tags.',
    todo: 'Delete a tag that you no longer need, then add this one.',
  },
  DESTINATION_LIMIT: {
    what: 'You send articles to nine places, which is the limit.',
    todo: 'Remove one that you no longer use, then add this one.',
  },
  RULE_LIMIT: {
    what: 'Your rules have reached a limit: 100 rules, or 1,000 words and other values in all.',
    todo: 'Delete a rule or some words to make room.',
  },
  TOKEN_LIMIT: { what: 'You have reached the limit of API tokens.', todo: 'Revoke one to make room.' },
  FEED_ADDRESS_LIMIT: {
    what: 'You have reached the limit of feed addresses.',
    todo: 'Revoke one to make room.',
  },
  LAST_IDENTITY: {
    what: 'This is the only way you can sign in.',
    todo: 'Link another one first, or delete the account.',
  },
  SUBSCRIPTION_LIMIT: {
    what: 'You have reached the limit of feeds.',
    todo: 'Unsubscribe from one to make room.',
  },
  PASSKEY_LIMIT: {
    what: 'You have reached the limit of passkeys.',
    todo: 'Remove one that you no longer have.',
  },
  KEYWORD_LIMIT: { what: 'You have reached the limit of keywords.', todo: 'Delete one to make room.' },
  PAGE_NOT_SAVED: { what: 'The page could not be saved.', todo: 'Open the page itself.' },
  SENDING_FAILED: {
    what: 'The article was not taken there.',
    todo: 'Check the address and the header of that place, or try again later.',
  },
  TEXT_MODEL_FAILED: { what: 'The text was not written.', todo: 'Try again later.' },
  TEXT_MODEL_LIMIT: {
    what: 'The model has used up its money for this month.',
    todo: 'It goes on next month, or when the owner of this service allows more.',
  },
  SEVERAL_FEEDS: { what: 'This page has several feeds.', todo: 'Choose one of them.' },
  FEED_NOT_FOUND: {
    what: 'No feed was found at this address.',
    todo: 'Try the page that lists the newest articles, or the address of the feed itself.',
  },
  FEED_INVALID: { what: 'The document at this address is not a valid feed.', todo: 'Try another address.' },
  LEARNING_OFF: {
    what: 'Omomi does not learn from what you like.',
    todo: 'Switch it on in the settings first.',
  },
  IMAGE_UNAVAILABLE: {
    what: 'The publisher gave no picture.',
    todo: 'Open the article at its source to see it.',
  },
  FEED_INACTIVE: {
    what: 'This feed is paused or stopped.',
    todo: 'Resume it, then fetch it again.',
  },
  MODEL_UNAVAILABLE: { what: 'The scoring model does not answer.', todo: 'Try again in a few minutes.' },
  ALREADY_SUBSCRIBED: {
    what: 'You already follow this feed.',
    todo: 'You will find it in the list of feeds.',
  },
  UNHEALTHY: { what: 'A part of Omomi does not work.', todo: 'Read the log of Omomi.' },
};

/** The kind of a page in which no list of headlines was found, and what the reader can do. */
export const noListing: Record<NoListingReason, ErrorSentence> = {
  article: {
    what: 'There is no feed here, and this page is a single article.',
    todo: 'Enter the page of the site that lists its articles.',
  },
  sign_in: {
    what: 'There is no feed here, and this page asks for a sign-in.',
    todo: 'Enter a page that is open to everyone.',
  },
  needs_scripts: {
    what: 'There is no feed here, and this page is empty until its scripts run.',
    todo: 'Look for a feed of the site, or for a page that shows its headlines without scripts.',
  },
  no_list: {
    what: 'There is no feed here, and no list of headlines on this page.',
    todo: 'Enter the page of the site that lists its articles.',
  },
  robots_disallowed: {
    what: 'There is no feed here, and the site asks programs not to read this page (robots.txt).',
    todo: 'Look for a feed of the site.',
  },
};
