import { counted, wholeNumber } from '../counted.ts';
import type { JobKind, JobState } from '@omomi/backend/contract';

const kinds: Record<JobKind, string> = {
  'fetch-feeds': 'Fetching feeds',
  cleanup: 'Cleaning up',
  recalculate: 'Updating the ranking',
  'apply-rules': 'Applying rules',
  'mark-read': 'Marking read',
  import: 'Importing feeds',
  crawl: 'Crawling a site',
  'older-articles': 'Bringing older articles',
  'past-articles': 'Bringing a feed’s past',
  unsubscribe: 'Unsubscribing',
  leave: 'Deleting the account',
};

const states: Record<JobState, string> = {
  queued: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

export const jobs = {
  intro: 'What Omomi did in the background in the last 30 days.',
  kinds: kinds,
  states: states,
  fetchOne: (feed: string): string => `Fetching ${feed}`,
  pastOne: (feed: string): string => `Bringing older articles of ${feed}`,
  leaveOne: (feed: string): string => `Unsubscribing from ${feed}`,
  aFeed: 'a feed',
  fetch: 'Fetch all feeds',
  cleanup: 'Clean up now',
  rank: 'Update the ranking',
  cancel: 'Cancel',
  cancelOf: (job: string): string => `Cancel: ${job}`,
  cancelled: 'It will stop in a moment. What was done stays.',
  tooLate: 'It can no longer be stopped.',
  undoUntil: (time: string): string => `can be undone until ${time}`,
  progress: (done: number, total: number | null): string =>
    total === null ? `${wholeNumber(done)} done` : `${wholeNumber(done)} of ${wholeNumber(total)}`,
  details: 'Details',
  detailsOf: (job: string): string => `Details: ${job}`,
  loadFailed: 'The activity could not be loaded.',
  empty: { title: 'Nothing yet', text: 'Fetching, ranking and imports appear here.' },
  older: 'Show older',
  fetched: (fresh: number, troubled: number): string =>
    [
      fresh === 0 ? 'nothing new' : counted(fresh, 'new article', 'new articles'),
      ...(troubled === 0 ? [] : [counted(troubled, 'feed needs attention', 'feeds need attention')]),
    ].join(', '),
  cleaned: (expired: number, read: number): string =>
    expired + read === 0
      ? 'nothing had expired'
      : `${counted(expired, 'unread article', 'unread articles')} and ${counted(read, 'read one', 'read ones')} removed`,
  ranked: (n: number): string =>
    n === 0 ? 'no score changed' : counted(n, 'score changed', 'scores changed'),
  marked: (n: number): string => counted(n, 'article', 'articles'),
  ruled: (matched: number, changed: number, byOthers: number): string =>
    `${counted(matched, 'article matches', 'articles match')}, ${wholeNumber(changed)} changed` +
    (byOthers === 0
      ? ''
      : `; ${counted(byOthers, 'other', 'others')} brought in line with the factors and tags of all rules`),
  removed: (n: number): string => counted(n, 'article removed', 'articles removed'),
  brought: (n: number): string => counted(n, 'older article', 'older articles'),
  imported: (n: number, failed: number, articles: number): string =>
    counted(n, 'feed added', 'feeds added') +
    (failed === 0 ? '' : `, ${failed} not`) +
    (articles === 0 ? '' : `, ${counted(articles, 'article', 'articles')}`),
  crawled: (pages: number, errors: number): string =>
    counted(pages, 'page', 'pages') + (errors === 0 ? '' : `, ${counted(errors, 'error', 'errors')}`),
  feedsLabel: 'Result for each feed',
  outcomes: {
    pending: 'Waiting',
    updated: 'Updated',
    unchanged: 'Unchanged',
    skipped: 'Skipped',
    stopped: 'Stopped',
    failed: 'Failed',
  },
  skippedWhy: 'It was being fetched already.',
  feedGone: 'A feed you no longer follow',
  rowFacts: (fresh: number, total: number | null, unchanged: number | null, leftOut: number): string =>
    [
      fresh === 0 ? 'nothing new' : `${fresh} new`,
      ...(total === null ? [] : [`${total} in the feed`]),
      ...(unchanged === null ? [] : [`${unchanged} unchanged`]),
      ...(leftOut === 0 ? [] : [`${leftOut} left out`]),
    ].join(' · '),
  figures: {
    deleted_articles: 'Expired unread articles',
    deleted_read_articles: 'Expired read articles',
    deleted_copies: 'Copies of articles no longer saved',
    deleted_blobs: 'Large texts deleted',
    changed_expiries: 'Articles with a new end date',
    drifted_counts: 'Unread counts corrected',
    article_cutoff: 'Unread ones arrived before',
    read_cutoff: 'Read ones were read before',
    units: 'Read and write units',
    cost: 'Cost',
    reason: 'Why',
  },
  /** Returns the server's reason for a failed job, which is one English sentence. */
  reason: (text: string): string => text,
  usd: (amount: number): string => `${amount.toFixed(6)} USD`,
};
