import type { TestApp } from '../harness/app.ts';

export type Item = Record<string, unknown>;

/** The complete stored state. The time is the app's clock in milliseconds. */
export type State = {
  items: Item[];
  blobs: Map<string, Uint8Array>;
  queues: TestApp['queues'];
  time: number;
};

/**
 * Attributes that may differ between equivalent runs: the number of writes (rev, version, revision, seq,
 * keywords_version), who wrote an item and when that began (claimed_by, counted_at, counted_seq, count_version), when the articles were
 * last scored again (recalculated_at: an hour later if the job is restarted), when an icon was last searched for
 * (icon_checked_day: a search that fails is ignored and made again with the next document), the number of pages asked for (asked: one
 * whose answer was lost is asked for again), what came of the fetches of each day (fetch_days: one that is repeated counts too), and the distribution of scores, which is an estimate from a sample.
 */
const volatile = new Set([
  'rev',
  'version',
  'revision',
  'seq',
  'keywords_version',
  'claimed_by',
  'claimed_until',
  'counted_at',
  'count_version',
  'counted_seq',
  'recalculated_at',
  'icon_checked_day',
  'asked',
  'fetch_days',
  'scores',
]);

/**
 * Blobs that may be missing or left over. A failure to store a snapshot is ignored. An import document whose job
 * never began is deleted by the bucket's lifecycle rule.
 */
const dispensable = /^(snapshots|imports)\//;

const JOB_ID = /job\d{9}/g;

/**
 * Returns one line for each item, without the attributes in `ignored`. Jobs are left out, because a repeated request may
 * leave two of them and the lock of a finished job counts as free. Places of subscriptions are left out, too: one that a
 * request claimed before it was cut off is free again when the reader next runs out of places. So is what hosts were
 * asked and when (turns, robots.txt), and the texts of which stories are made: each process remembers both besides, also after
 * the comparison has put the table back.
 */
export const linesOf = (items: Item[], ignored: ReadonlySet<string>): string[] =>
  items
    .filter(
      ({ PK, SK }) =>
        !/^(JOB(PART|LOCK)?#|PLACES$)/.test(String(SK)) && !/^(HOST#|STORIES$)/.test(String(PK)),
    )
    .map((item) =>
      JSON.stringify(
        Object.entries(item)
          .filter(([name]) => !ignored.has(name))
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        (_key, value: unknown) =>
          value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
      ),
    );

/** Returns one line for each item and blob, with the same name for every job. */
export const comparable = ({ items, blobs, time }: State): string[] => {
  // Ignore what has expired: DynamoDB deletes such items, and the bucket deletes blobs with an expiry in their names.
  const isPast = (ttl: unknown) => typeof ttl === 'number' && ttl * 1000 <= time;
  const isPastBlob = (name: string) => isPast(Number(/^articles\/.*-(\d+)$/.exec(name)?.[1]));
  const kept = items.filter(({ ttl }) => !isPast(ttl));
  const lines = linesOf(kept, volatile).map((line) => line.replaceAll(JOB_ID, 'job'));
  const files = [...blobs].filter(([name]) => !dispensable.test(name) && !isPastBlob(name));
  return [...lines, ...files.map(([name, bytes]) => `blob ${name} ${bytes.length}`)].toSorted();
};

const difference = (actual: string[], expected: string[]): string[] =>
  [
    ...expected.filter((line) => !actual.includes(line)).map((line) => `missing ${line}`),
    ...actual.filter((line) => !expected.includes(line)).map((line) => `surplus ${line}`),
  ].map((line) => line.slice(0, 600));

/** Returns one line for each difference between this final state and that of the undisturbed run. */
export const faultsOf = (end: State, deadLetters: { body: string }[], expected: string[]): string[] => [
  ...difference(comparable(end), expected),
  ...deadLetters.map(({ body }) => `dead letter ${body}`),
  ...Object.values(end.queues).flatMap((queue) => queue.map(({ body }) => `queued ${body}`)),
];
