import { feedErrorCode } from '../contract/index.ts';
import type { FeedErrorCode, ImportRow } from '../contract/index.ts';
import type { JobPart } from './job.ts';

/** What each failure of a first fetch means for the reader. */
const whys: Readonly<Record<FeedErrorCode, string>> = {
  gone: 'The publisher has removed the feed for good.',
  not_found: 'There is nothing at this address.',
  forbidden: 'The server refuses to give the feed out.',
  unauthorized: 'The server asks for a sign-in.',
  rate_limited: 'The server says that it is asked too often.',
  server_error: 'The server has a fault of its own.',
  http_error: 'The server did not answer with a feed.',
  unresolved: 'The name of the server is not known.',
  unreachable: 'The server does not answer.',
  timed_out: 'The server took too long to answer.',
  tls_failed: 'The connection to the server is not secure.',
  too_large: 'The feed is too large.',
  too_many_redirects: 'The address leads from one to the next without end.',
  address_refused: 'The address is not on the public internet.',
  not_a_feed: 'What is at this address is not a feed.',
  parse_failed: 'The feed is broken beyond reading.',
};

/** The rows of an import as they stand, in the order of the document. */
export const importRows = (parts: readonly JobPart[]): ImportRow[] =>
  parts
    .toSorted((a, b) => a.part - b.part)
    .flatMap(({ rows = [], feeds }) =>
      rows.map((row): ImportRow => {
        const fetched = row.feed_id === null || row.outcome !== 'pending' ? undefined : feeds[row.feed_id];
        if (fetched === undefined || fetched.outcome === 'pending') return row;
        if (fetched.outcome !== 'failed') return { ...row, outcome: 'imported' };
        const { success, data } = feedErrorCode.safeParse(fetched.error_code);
        const problem = success ? data : 'unreachable';
        return { ...row, outcome: 'imported_unreachable', problem, why: whys[problem] };
      }),
    );

export const isSettled = ({ outcome }: ImportRow): boolean => outcome !== 'pending';

/** Figures of an import: what is subscribed to now and, of it, what could not be read; what was there; what was refused. */
export const importFigures = (rows: readonly ImportRow[]) => {
  const count = (...outcomes: ImportRow['outcome'][]) =>
    rows.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    imported: count('imported', 'imported_unreachable'),
    unreachable: count('imported_unreachable'),
    duplicates: count('duplicate'),
    failed: count('failed'),
  };
};
