import { counted, wholeNumber } from '../counted.ts';
import type { CrawlErrorType, CrawlPageState, JobState, LeftOutReason } from '@omomi/backend/contract';

const states: Record<JobState, string> = {
  queued: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const pageStates: Record<CrawlPageState, string> = {
  queued: 'Waiting',
  processing: 'In progress',
  completed: 'Answered',
  error: 'Errors',
  disallowed: 'Disallowed',
};

const leftOut: Record<LeftOutReason, string> = {
  scope: 'to other sites',
  pattern: 'excluded by patterns',
  depth: 'deeper than the crawl goes',
  limit: 'beyond the page limit',
  nofollow: 'marked as not to be followed',
  trap: 'of endless series',
};

const errorTypes: Record<CrawlErrorType, string> = {
  robots: 'Forbidden by robots.txt',
  network: 'No connection',
  timeout: 'Too slow',
  too_large: 'Too large',
  refused: 'Not on the public web',
  parse: 'Unreadable',
  status: 'Asked to come later',
  lost: 'Interrupted',
  redirect: 'Redirect to nowhere',
};

export const crawl = {
  intro:
    'A crawl visits the pages of a site and keeps what it learns: status, speed, links, duplicates. Crawls of the last 30 days are kept.',
  empty: {
    title: 'No crawls yet',
    text: 'Crawl a site to see its broken links, duplicates and slow pages.',
  },
  start: 'New crawl',
  older: 'Show older',
  listFailed: 'The crawls could not be loaded.',
  loadFailed: 'The crawl could not be loaded.',
  gone: { title: 'This crawl does not exist', text: 'Crawls are deleted after 30 days.' },
  back: 'All crawls',
  again: 'Crawl again',
  states: states,
  pageStates: pageStates,
  leftOut: leftOut,
  errorTypes: errorTypes,
  name: (host: string, others: number): string => (others === 0 ? host : `${host} and ${others} more`),
  pages: (n: number): string => counted(n, 'page', 'pages'),
  progress: (done: number, found: number): string =>
    `${wholeNumber(done)} of ${counted(found, 'page', 'pages')} found so far`,
  started: (when: string): string => `started ${when}`,
  kept: (date: string): string => `kept until ${date}`,
  took: (duration: string): string => `took ${duration}`,
  reason: (text: string): string => text,
  queue: 'Pages by state. Choose one to list only its pages.',
  since: (oldest: string, newest: string): string =>
    oldest === newest ? oldest : `oldest ${oldest}, newest ${newest}`,
  spent: 'Spent',
  expected: (text: string): string => `expected about ${text}`,
  requests: (n: number): string => counted(n, 'request', 'requests'),
  usd: (amount: string): string => `${amount} USD`,
  settings: 'Settings and links left out',
  setting: {
    seeds: 'Starts at',
    include: 'Only these',
    exclude: 'Except',
    scope: 'Hosts',
    limit: 'Page limit',
    depth: 'Depth',
    pace: 'Pace',
    use_sitemaps: 'Sitemaps',
  },
  scopes: { host: 'only these', subdomains: 'with subdomains' },
  pace: (delay: string, host: number, all: number): string =>
    `${delay} between requests, ${host} at once per host, ${all} in total`,
  sitemaps: { yes: 'read first', no: 'not read' },
  leftOutTitle: 'Links left out',
  leftOutNone: 'none',
  leftOutOf: (n: number, why: string): string => `${wholeNumber(n)} ${why}`,
  cancel: 'Cancel',
  cancelled: 'It will stop in a moment. What was crawled stays.',
  tooLate: 'It has already ended.',
  export: 'Export',
  exports: { pages: 'Pages', links: 'Links', errors: 'Errors' },
  exportAs: (what: string, format: string): string => `${what} as ${format}`,
  exporting: (size: string): string => `Exporting… ${size}`,
  exported: (file: string): string => `${file} is saved.`,
  sections: {
    pages: 'Pages',
    slowest: 'Slowest',
    broken: 'Broken links',
    duplicates: 'Duplicates',
    errors: 'Errors',
  },
};

export const crawlForm = {
  title: 'New crawl',
  intro: 'Omomi obeys robots.txt and asks a site at most once a second.',
  where: 'Where to start',
  which: 'Which pages',
  howFar: 'How far and how fast',
  more: 'More settings',
  labels: {
    seeds: 'Addresses',
    include: 'Only addresses that match',
    exclude: 'Not addresses that match',
    scope: 'Hosts',
    limit: 'Page limit',
    depth: 'Depth',
    delay: 'Pause in seconds',
    concurrency: 'Pages at once',
    host_concurrency: 'Pages at once per host',
    timeout: 'Time limit of a page in seconds',
    use_sitemaps: 'Read sitemaps first',
  },
  hints: {
    seeds: 'One per line.',
    include: '* stands for any text. Leave empty for all pages.',
    scope: 'Other hosts are listed, not followed.',
    limit: (most: number): string => `1 to ${wholeNumber(most)}`,
    depth: (most: number): string => `How many links away from the start, 0 to ${wholeNumber(most)}`,
    delay: 'robots.txt may ask for more.',
    use_sitemaps: 'Finds pages that nothing links to.',
  },
  scopes: { host: 'Only these', subdomains: 'With subdomains' },
  problems: {
    empty: 'Give at least one address.',
    address: (text: string): string => `“${text}” is not a web address.`,
    refused: (text: string): string => `“${text}” is not on the public web.`,
    many: (most: number): string => `At most ${counted(most, 'line', 'lines')}.`,
    long: (most: number): string => `A line has at most ${counted(most, 'character', 'characters')}.`,
    range: (least: number, most: number): string =>
      `A number from ${wholeNumber(least)} to ${wholeNumber(most)}.`,
    allowed: (most: number): string => `You may ask for ${wholeNumber(most)} at most.`,
    invalid: 'The server does not accept this.',
    kept: (most: number): string =>
      `You have reached the limit of ${counted(most, 'crawl', 'crawls')} in 30 days.`,
  },
  estimate: 'Estimate for the page limit',
  estimateNone: 'Enter an address first.',
  estimateFailed: 'The estimate failed.',
  requests: (n: number): string => counted(n, 'request', 'requests'),
  about: (figures: string): string => `about ${figures}`,
  usd: (amount: string): string => `${amount} USD`,
  free: 'no cost',
  start: 'Start the crawl',
  starting: 'Starting…',
  cancel: 'Back',
  running: (name: string): string => `${name} is still being crawled. One crawl runs at a time.`,
  showRunning: 'Show it',
};
