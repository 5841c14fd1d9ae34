import { counted, wholeNumber } from '../counted.ts';
import { type FeedErrorCode, type IntervalReason, KEPT_FOR_EVER } from '@omomi/backend/contract';

/** Formats an interval in minutes as "30 minutes", "hour" or "5 hours", to follow "every". */
const span = (minutes: number): string => {
  const hours = Math.round(minutes / 60);
  if (minutes === 1) return 'minute';
  return minutes < 60 ? `${minutes} minutes` : hours === 1 ? 'hour' : `${hours} hours`;
};

const why: Record<IntervalReason, (minutes: number) => string> = {
  chosen: (minutes) => `Every ${span(minutes)}, as you chose.`,
  another_reader: (minutes) => `Every ${span(minutes)}, as another reader on this server chose.`,
  usual: (minutes) => `Every ${span(minutes)}, and less often while nothing new comes.`,
  publishes_rarely: (minutes) => `About every ${span(minutes)}, because it publishes rarely.`,
  publisher_asks: (minutes) => `About every ${span(minutes)}, because its publisher asks for that.`,
  hub: (minutes) =>
    `At once, because its site tells this server of news, and about every ${span(minutes)} in any case.`,
};

const short: Partial<Record<IntervalReason, string>> = {
  publishes_rarely: 'it publishes rarely',
  publisher_asks: 'its publisher asks',
  hub: 'its site tells of news at once',
};

export const drawer = {
  find: 'Find a feed or folder',
  none: 'No feed or folder has this name.',
};

export const feedDialogs = {
  details: {
    about: 'About',
    address: 'Address',
    changeAddress: 'Change…',
    newAddress: 'New address',
    addressHint: 'Folder, name and settings stay, and what you have read stays read.',
    change: 'Change address',
    changing: 'Reading the feed…',
    moved: (title: string, url: string): string => `${title} is now read from ${url}.`,
    fetches: {
      title: 'The last 30 days',
      outcomes: { new: 'something new', unchanged: 'nothing new', failed: 'failed', none: 'not fetched' },
      summary: (fresh: number, unchanged: number, failed: number, none: number): string =>
        [
          `Something new on ${counted(fresh, 'day', 'days')}`,
          `nothing new on ${unchanged}`,
          ...(failed === 0 ? [] : [`failed on ${failed}`]),
          ...(none === 0 ? [] : [`not fetched on ${none}`]),
        ].join(', ') + '.',
      failedOn: (days: string): string => ` Failed on: ${days}.`,
    },
    past: {
      title: 'Older articles',
      look: 'Look for older ones',
      none: 'This feed leads to no older articles.',
      takes: (articles: number, minutes: number): string =>
        `Up to ${counted(articles, 'article', 'articles')}, as read, in about ${counted(minutes, 'minute', 'minutes')} at most.`,
      takesPages: (pages: number, minutes: number): string =>
        `${counted(pages, 'page', 'pages')} of its site. Those with a date come as read, in about ${counted(minutes, 'minute', 'minutes')}.`,
      bring: 'Bring them',
      goOn: 'Go on',
      begun: 'They are coming. Activity shows how far.',
    },
    signIn: {
      title: 'Sign-in for this site',
      text: 'For a site that shows more to its subscribers. Your sign-in is kept encrypted, sent to this site alone, and never shown again. The feed becomes yours alone.',
      cookie: 'Cookie of the site',
      cookieHint: 'What your browser sends to the site: the value of “Cookie” in its developer tools.',
      user: 'User name at the site',
      password: 'Password at the site',
      header: 'Name of a header',
      value: 'Value of the header',
      save: 'Keep sign-in',
      saving: 'Asking the site…',
      saved: 'The site accepts your sign-in.',
      kinds: { cookie: 'a cookie', login: 'a login', headers: 'headers' },
      has: (kinds: string, at: string): string => `There is one since ${at}: ${kinds}.`,
      remove: 'Remove',
      removed: 'The sign-in is deleted.',
      unavailable: 'The owner of this server has not set this up.',
      invalid: {
        what: 'This cannot be sent to the site.',
        todo: 'Paste it again, in one line. The address must begin with https.',
      },
    },
    newsletter: {
      address: 'Address',
      from: 'Last sender',
      none: 'No mail has come yet',
      unsubscribe: 'Unsubscribe',
      atSender: 'At the sender',
    },
    like: {
      title: 'Feeds like this one',
      look: 'Show some',
      none: 'None of the well-known feeds is much like this one.',
      follow: 'Follow',
      followed: 'Followed',
    },
    status: 'State',
    well: 'Working.',
    lastSuccess: 'Last fetched',
    lastAttempt: 'Last attempt',
    nextAttempt: 'Next attempt',
    notPlanned: 'None planned',
    never: 'Never',
    newest: 'Newest article',
    pace: 'Pace',
    perWeek: (count: string): string => `${count} ${Number(count) === 1 ? 'article' : 'articles'} a week`,
    unknown: 'Unknown: its articles have no dates',
    leftOut: 'Left out',
    leftOutWhy: {
      over_limit: (n: number): string =>
        `${counted(n, 'older article', 'older articles')}: they follow the newest 50.`,
      too_large: (n: number): string => `${counted(n, 'article', 'articles')}: too large to be stored.`,
      unreadable: (n: number): string =>
        `${counted(n, 'article', 'articles')}: not readable. ${n === 1 ? 'It comes' : 'They come'} once that changes.`,
    },
    volume: 'How much to show',
    volumes: {
      more: 'More: its articles rank higher',
      normal: 'Normal: many articles a day rank lower',
      less: 'Less: its articles rank lower',
    },
    keep: 'How long articles stay',
    kept: (days: number | null): string =>
      days === null
        ? 'As in the settings'
        : days === KEPT_FOR_EVER
          ? 'For ever'
          : counted(days, 'day', 'days'),
    keptHint: 'Read or not. Beyond the usual time, the newest 5,000 stay.',
    interval: 'How often to check',
    every: (minutes: number): string => `Every ${span(minutes)}`,
    automatic: 'Automatic',
    automaticNow: (minutes: number, reason: IntervalReason): string => {
      const why = short[reason];
      return `Automatic (now about every ${span(minutes)}${why === undefined ? '' : `: ${why}`})`;
    },
    whyInterval: why,
    whyFirst: 'It has not been fetched yet.',
    whyAsked: 'The site asked Omomi to wait until then.',
    whyFailing: 'The last attempt failed, so Omomi tries again then.',
  },
  renameTitle: 'Rename feed',
  name: 'Name',
  ownName: 'Leave empty to use the feed’s own name.',
  moveTitle: 'Move to folder',
  newFolder: 'Folder name',
  folderHint: 'Pick a folder, type a new name, or leave empty for none.',
  renameFolderTitle: 'Rename folder',
  renameFolderHint: 'If a folder with this name exists, the two are merged.',
  folderMerged: (name: string): string => `The feeds are now together in “${name}”.`,
  folderDeleted: (name: string): string => `Deleted the folder “${name}”. You still follow its feeds.`,
  deleteFolderTitle: (name: string): string => `Delete the folder “${name}”?`,
  deleteFolderText: 'You keep following its feeds, without a folder.',
  deleteFolderConfirm: 'Delete folder',
  unsubscribeTitle: (title: string): string => `Unsubscribe from ${title}?`,
  unsubscribeText: 'Its articles leave your lists. What you saved stays.',
  unsubscribeConfirm: 'Unsubscribe',
};

const feeds = (n: number): string => counted(n, 'feed', 'feeds');

export const yourReading = {
  title: 'Your reading',
  failed: 'What you opened could not be counted.',
  none: {
    title: 'No articles in the last month',
    text: 'Once some have come, you see here how many you opened of each feed.',
  },
  intro: (since: string, read: number, came: number): string =>
    `Since ${since} you opened ${wholeNumber(read)} of ${counted(came, 'article', 'articles')}.`,
  partial: 'Only your newest articles are counted.',
  isPrivate: 'Only you see this. It is counted from your lists when you look, and kept nowhere.',
  least: 'Opened least',
  leastText: 'Unsubscribing takes one press, and you can undo it. What you saved stays.',
  readOf: (read: string, came: string): string => `${read} of ${came}`,
  all: (n: number): string => `Show all ${wholeNumber(n)}`,
  pictures: 'What you opened',
  byDay: 'On which day',
  byHour: 'At which hour',
  byFeed: 'From which feed',
  byKeyword: 'About which keyword',
  most: (at: string, n: number): string => `Most: ${at}, ${counted(n, 'article', 'articles')}.`,
  asTable: 'As a table',
};

export const feedsPage = {
  moveInOut: 'Import or export',
  loadFailed: 'The feeds could not be loaded.',
  samples: {
    note: (n: number): string =>
      `${n === 1 ? 'One of these feeds is a sample' : `${n} of these feeds are samples`} that came with Omomi.`,
    remove: 'Remove the samples',
  },
  tableLabel: 'Your feeds',
  tableHint: 'Arrow keys go from row to row. Space selects a feed; with Shift, all up to it.',
  columns: {
    title: 'Feed',
    folder: 'Folder',
    health: 'Health',
    pace: 'Per week',
    unread: 'Unread',
    success: 'Last fetched',
    share: 'Share',
    importance: 'Importance',
  },
  /** What a column means, for its head. */
  meanings: {
    title: 'The feed',
    folder: 'Its folder',
    health: 'Whether it can be fetched, and what to do if not',
    pace: 'Articles a week, over the last four weeks',
    unread: 'Unread articles',
    success: 'When it was last fetched without problems',
    share: 'Its share of what you read in the last 30 days',
    importance: 'The mean importance of its articles when they were new, 0 to 100',
  },
  actions: 'Actions',
  fine: 'Working',
  unknown: 'Unknown',
  find: 'Find a feed, address or folder',
  state: 'Show',
  anyState: 'All feeds',
  states: {
    trouble: 'With problems',
    paused: 'Paused',
    quiet: 'Quiet for 90 days',
    never_read: 'Never read',
  },
  sortBy: 'Sort by',
  order: { up: 'Ascending', down: 'Descending' },
  count: (shown: number, all: number): string => (shown === all ? feeds(all) : `${shown} of ${feeds(all)}`),
  inTrouble: (n: number): string => `${n} with problems`,
  partial: 'share and importance cover only your newest articles',
  select: (title: string): string => `Select ${title}`,
  selectAll: 'Select all that are shown',
  selected: (n: number): string => `${n} selected`,
  clear: 'Clear the selection',
  move: 'Move…',
  moveTitle: (n: number): string => `Move ${feeds(n)} to a folder`,
  pause: 'Pause',
  resume: 'Resume',
  markRead: 'Mark read',
  retry: 'Try again now',
  leave: 'Unsubscribe…',
  leaveTitle: (n: number): string => `Unsubscribe from ${feeds(n)}?`,
  leaveText: (names: string, more: number): string =>
    `${names}${more === 0 ? '' : ` and ${more} more`}. Their articles leave your lists. What you saved stays.`,
  leaveConfirm: (n: number): string => `Unsubscribe from ${feeds(n)}`,
  working: {
    move: (done: number, total: number): string => `Moving feeds, ${done} of ${total}`,
    pause: (done: number, total: number): string => `Pausing feeds, ${done} of ${total}`,
    resume: (done: number, total: number): string => `Resuming feeds, ${done} of ${total}`,
    retry: (done: number, total: number): string => `Trying feeds again, ${done} of ${total}`,
    leave: (done: number, total: number): string => `Unsubscribing, ${done} of ${total}`,
  },
  waiting: 'Only a few can be changed each minute. The rest follow automatically.',
  stop: 'Stop',
  did: {
    move: (n: number): string => `Moved ${feeds(n)}.`,
    pause: (n: number): string => `Paused ${feeds(n)}.`,
    resume: (n: number): string => `Resumed ${feeds(n)}.`,
    retry: (n: number): string => `${n === 1 ? 'One feed is' : `${n} feeds are`} on the schedule again.`,
    leave: (n: number): string => `Unsubscribed from ${feeds(n)}.`,
  },
  failed: {
    move: (n: number): string => `${feeds(n)} could not be moved:`,
    pause: (n: number): string => `${feeds(n)} could not be paused:`,
    resume: (n: number): string => `${feeds(n)} could not be resumed:`,
    retry: (n: number): string => `${feeds(n)} could not be tried again:`,
    leave: (n: number): string => `Could not unsubscribe from ${feeds(n)}:`,
  },
  stopped: (n: number): string => `Stopped. ${feeds(n)} stayed as they were.`,
  none: {
    title: 'No feeds match.',
    text: 'Change the search, or show all feeds.',
    action: 'Show all feeds',
  },
  empty: {
    title: 'You follow no feeds yet',
    text: 'Add the address of a site that you like, or import your feeds from another reader.',
  },
  pace: (figure: string): string => `${figure} a week`,
  read: (when: string): string => `fetched ${when}`,
};

/** What a reader can do about a feed that fails, in one sentence. */
export const remedies: Record<FeedErrorCode, string> = {
  gone: 'Look for another address on its site, or unsubscribe.',
  not_found: 'Look for its new address on the site, and change it under Details.',
  forbidden: 'Try again later, or look for another address of the site.',
  unauthorized: 'Follow an address that is open to everyone.',
  rate_limited: 'Nothing to do: Omomi waits.',
  server_error: 'Nothing to do: Omomi tries again by itself.',
  http_error: 'Try again later; if it persists, look for its new address.',
  unresolved: 'Check the address for a misspelling, or find out where the site has moved.',
  unreachable: 'Nothing to do yet; if it persists, see whether the site is still there.',
  timed_out: 'Nothing to do: Omomi tries again by itself.',
  tls_failed: 'See whether the site opens in the browser; only its owner can fix this.',
  too_large: 'Look for a shorter feed of the site.',
  too_many_redirects: 'Open the site and change the address under Details.',
  address_refused: 'Follow an address on the public web.',
  not_a_feed: 'Look for the feed’s new address on that page, and change it under Details.',
  parse_failed: 'Try again later; only its owner can fix this.',
  too_complex: 'Look for a shorter feed of the site.',
  not_a_listing: 'Change the address under Details.',
  robots_disallowed: 'Look for a feed of the site.',
  sign_in_needed: 'Give your sign-in again under Details.',
};
