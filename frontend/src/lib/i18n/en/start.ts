import { counted, wholeNumber } from '../counted.ts';
import { articles } from './start-articles.ts';
import { errors } from './start-errors.ts';
import { feeds } from './start-feeds.ts';

type Unit = 'minute' | 'hour' | 'day';

/** How a language writes times. The browser's own formatters do the same, but the first one takes a phone 0.1 s to start. */
export type TimeWords = {
  now: string;
  /** `n` units ago, at least 1 and, of days, at most 7. */
  ago: (n: number, unit: Unit) => string;
  /** `n` units from now, at least 0. */
  left: (n: number, unit: Unit) => string;
  /** A day of the current year, in the browser's time zone, as those below. */
  day: (at: Date) => string;
  dayOfYear: (at: Date) => string;
  dayAndTime: (at: Date) => string;
  shortDayAndTime: (at: Date) => string;
};

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const monthOf = (at: Date): string => months[at.getMonth()] ?? '';
const minutesOf = (at: Date): string => String(at.getMinutes()).padStart(2, '0');

const shortUnits = { minute: 'min.', hour: 'hr.', day: 'days' };

const day = (at: Date): string => `${monthOf(at).slice(0, 3)} ${at.getDate()}`;

const dayOfYear = (at: Date): string => `${day(at)}, ${at.getFullYear()}`;
const time = (at: Date): string =>
  `${at.getHours() % 12 === 0 ? 12 : at.getHours() % 12}:${minutesOf(at)} ${at.getHours() < 12 ? 'AM' : 'PM'}`;

const times: TimeWords = {
  now: 'now',
  ago: (n, unit) => (unit === 'day' && n === 1 ? 'yesterday' : `${n} ${shortUnits[unit]} ago`),
  left: (n, unit) => `in ${n} ${unit}${n === 1 ? '' : 's'}`,
  day,
  dayOfYear,
  dayAndTime: (at) => `${monthOf(at)} ${at.getDate()}, ${at.getFullYear()} at ${time(at)}`,
  shortDayAndTime: (at) => `${dayOfYear(at)}, ${time(at)}`,
};

export const common = {
  /** How numbers are written: whole ones, and the decimal numbers of a text, which it has with points. */
  numbers: { whole: (n: number): string => wholeNumber(n), decimal: (text: string): string => text },
  common: {
    close: 'Close',
    cancel: 'Cancel',
    save: 'Save',
    add: 'Add',
    retry: 'Try again',
    loading: 'Loading',
    skipToContent: 'Skip to the content',
    dismiss: 'Dismiss',
  },
  offline: {
    line: 'Offline. Showing what was loaded before.',
    waiting: (n: number): string => counted(n, 'change waits.', 'changes wait.'),
    sending: (n: number): string => counted(n, 'change is being sent.', 'changes are being sent.'),
    addLater: (name: string): string => `You are offline. ${name} is added when Omomi can be reached.`,
    added: (title: string): string => `${title} was added.`,
  },
  nav: {
    label: 'Feeds',
    main: 'Main pages',
    open: 'Show feeds',
    today: 'Today',
    search: 'Search',
    searches: 'Saved searches',
    all: 'All articles',
    saved: 'Saved',
    addFeed: 'Add feed',
    manage: 'Manage feeds',
    tools: 'Feeds: show and add',
    loadFailed: 'The feeds could not be loaded.',
    unreadOnly: 'Only feeds with unread articles',
    folderGone: (name: string): string => `The folder “${name}” was removed with its last feed.`,
    feedsWidth: 'Width of the feeds',
    listWidth: 'Width of the list',
    keywords: 'Keywords',
    crawls: 'Crawls',
    owner: 'Owner',
    jobs: 'Activity',
    settings: 'Settings',
    signOut: 'Sign out',
    unread: (n: number): string => `${wholeNumber(n)} unread`,
    collapse: (name: string): string => `Close folder ${name}`,
    expand: (name: string): string => `Open folder ${name}`,
  },
  jobs: {
    refresh: 'Fetch feeds',
    refreshing: 'Fetching feeds',
    progress: (done: number, total: number): string => `Fetching feeds, ${done} of ${total}`,
    fetched: (n: number): string => (n === 0 ? 'Nothing new.' : counted(n, 'new article.', 'new articles.')),
    fetchedPlain: 'Your feeds are up to date.',
    needAttention: (n: number): string => counted(n, 'feed needs attention.', 'feeds need attention.'),
    tryAgain: (n: number): string => (n === 1 ? 'Try it again' : 'Try them again'),
    tried: (asked: number, waiting: number): string =>
      [
        ...(asked === 0 ? [] : [`Asking ${counted(asked, 'feed', 'feeds')} again.`]),
        ...(waiting === 0
          ? []
          : [`${counted(waiting, 'feed was', 'feeds were')} asked just now: again in a minute.`]),
      ].join(' '),
    fetchFailed: 'The feeds could not all be fetched.',
    ranking: 'Updating the ranking…',
    crawlEnded: 'The crawl has ended.',
    broughtOlder: (n: number): string =>
      n === 1 ? '1 older article has come.' : `${wholeNumber(n)} older articles have come.`,
    showOlder: 'Reload the list',
  },
  broken: {
    panes: {
      feeds: 'The feeds could not be shown.',
      list: 'The list could not be shown.',
      article: 'This article could not be shown.',
      page: 'This page could not be shown.',
      window: 'This window could not be opened.',
    },
    what: 'Something went wrong in the page itself.',
    todo: 'Try again. If that does not help, reload the page.',
    back: 'Back to the list',
  },
  settings: {
    language: 'Language',
    theme: 'Appearance',
    themes: { light: 'Light', dark: 'Dark', auto: 'Automatic', sepia: 'Sepia', contrast: 'High contrast' },
    shortcuts: 'Keyboard shortcuts',
  },
};

/** The English texts that the page starts with. */
export const start = { ...common, ...feeds, ...articles, ...errors, times };

export type Dictionary = typeof start;
