import type { FetchRow } from '../../contract/index.ts';
import { ADMITTED } from '../../model/feed/feed.ts';
import { failureSentences } from '../../model/feed/failure-sentences.ts';
import type { FeedOutcome } from '../../model/job/job-part.ts';
import type { ReportJob } from './report.ts';

/** Returns the reasons for which items brought no article; null if there are no such items. */
const leftOutWhy = ({ left_out, unprocessable }: FeedOutcome): string | null => {
  const surplus = left_out - unprocessable;
  const told = [
    ...(surplus > 0
      ? [`${surplus} more were left out, since one fetch brings at most ${ADMITTED} new items.`]
      : []),
    ...(unprocessable > 0 ? [`${unprocessable} could not be read or stored and were left out.`] : []),
  ];
  return told.length === 0 ? null : told.join(' ');
};

const whyOf = (row: FeedOutcome): string | null => {
  const { outcome, error_code } = row;
  switch (outcome) {
    case 'failed':
      return failureSentences[error_code ?? 'unreachable'];
    case 'stopped':
      return `The feed is stopped until you try it again. ${failureSentences[error_code ?? 'unreachable']}`;
    case 'skipped':
      return 'Another fetch of this feed was under way.';
    case 'updated':
    case 'unchanged':
      return leftOutWhy(row);
    case 'pending':
      return null;
  }
};

const figuresOf = (rows: readonly FeedOutcome[]) => {
  const count = (...outcomes: FetchRow['outcome'][]) =>
    rows.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    feeds: rows.length,
    new_articles: rows.reduce((sum, { new_articles }) => sum + new_articles, 0),
    left_out: rows.reduce((sum, { left_out }) => sum + left_out, 0),
    updated_feeds: count('updated'),
    unchanged_feeds: count('unchanged', 'skipped'),
    failed_feeds: count('failed'),
    stopped_feeds: count('stopped'),
  };
};

/** Reports a fetch: the outcome of each feed so far, and their figures. */
export const reportFetch: ReportJob = (parts) => {
  const rows = parts.flatMap(({ feeds }) =>
    Object.entries(feeds).map(([feed_id, outcome]) => ({ feed_id, ...outcome, why: whyOf(outcome) })),
  );
  const done = rows.filter(({ outcome }) => outcome !== 'pending').length;
  return { summary: { done, total: rows.length, result: figuresOf(rows) }, rows };
};
