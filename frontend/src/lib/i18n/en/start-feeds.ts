import type { FeedErrorCode } from '@omomi/backend/contract';

const feedTrouble: Record<FeedErrorCode, string> = {
  gone: 'This feed has been taken down for good.',
  not_found: 'There is nothing at this address.',
  forbidden: 'The site refuses to let Omomi read this feed.',
  unauthorized: 'The site asks for a password to read this feed.',
  rate_limited: 'The site asked Omomi to come less often.',
  server_error: 'The site has trouble of its own at the moment.',
  http_error: 'The site gave an answer that makes no sense.',
  unresolved: 'The site’s name cannot be found.',
  unreachable: 'The site does not answer.',
  timed_out: 'The site took too long to answer.',
  tls_failed: 'A secure connection to the site is not possible.',
  too_large: 'The feed is larger than Omomi reads.',
  too_many_redirects: 'The site sends visitors in circles.',
  address_refused: 'The address is not on the public web.',
  not_a_feed: 'The address now shows a page instead of a feed.',
  parse_failed: 'The feed is too damaged to be read.',
  too_complex: 'Reading the feed takes more time or memory than it may.',
  not_a_listing:
    'The page no longer has a list of headlines that can be read. Follow another page of the site, or look for its feed.',
  robots_disallowed: 'The site asks programs not to read this page (robots.txt).',
};

/** The kind of a page in which no list of headlines was found, and what the reader can do. */
const noListing = {
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

export const feeds = {
  feed: {
    noListing,
    menu: (title: string): string => `Actions for ${title}`,
    rename: 'Rename…',
    move: 'Move to folder…',
    moveUp: 'Move up',
    moveDown: 'Move down',
    folderMenu: (name: string): string => `Actions for folder ${name}`,
    deleteFolder: 'Delete folder…',
    pause: 'Pause',
    unpause: 'Continue',
    fetch: 'Fetch now',
    markRead: 'Mark all read',
    unsubscribe: 'Unsubscribe…',
    showDetails: 'Details…',
    retry: 'Try again now',
    visit: 'Visit site',
    paused: 'Paused',
    stopped: 'Stopped',
    failing: 'Trouble',
    stoppedNote: 'Omomi has stopped asking for it.',
    failingNote: 'Omomi keeps trying by itself.',
    pausedNote: 'You have paused this feed. Nothing new arrives until you continue it.',
    trouble: feedTrouble,
    unknownTrouble: 'The last attempt to read this feed failed.',
    noFolder: 'No folder',
    unsubscribed: (title: string): string => `Unsubscribed from ${title}.`,
    retried: 'On the schedule again.',
  },
};
