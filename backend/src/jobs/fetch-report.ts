import type { FetchRow } from '../contract/index.ts';
import { failureWhys } from './failure-whys.ts';
import type { FeedOutcome, JobPart } from './job.ts';

const whyOf = ({ outcome, error_code }: FeedOutcome): string | null => {
  switch (outcome) {
    case 'failed':
      return failureWhys[error_code ?? 'unreachable'];
    case 'skipped':
      return 'Another fetch of this feed was under way.';
    case 'pending':
    case 'updated':
    case 'unchanged':
      return null;
  }
};

/** What a fetch came to for each feed so far. */
export const fetchRows = (parts: readonly JobPart[]): FetchRow[] =>
  parts.flatMap(({ feeds }) =>
    Object.entries(feeds).map(([feed_id, outcome]) => ({ feed_id, ...outcome, why: whyOf(outcome) })),
  );

export const isFetched = ({ outcome }: Pick<FetchRow, 'outcome'>): boolean => outcome !== 'pending';

export const fetchFigures = (rows: readonly FeedOutcome[]) => {
  const count = (...outcomes: FetchRow['outcome'][]) =>
    rows.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    feeds: rows.length,
    new_articles: rows.reduce((sum, { new_articles }) => sum + new_articles, 0),
    updated_feeds: count('updated'),
    unchanged_feeds: count('unchanged', 'skipped'),
    failed_feeds: count('failed'),
  };
};
