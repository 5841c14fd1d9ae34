import type { TestApp } from './app.ts';

export type Item = Record<string, unknown>;

/** All there is, at a time of the app's clock in milliseconds. */
export type State = {
  items: Item[];
  blobs: Map<string, Uint8Array>;
  queues: TestApp['queues'];
  time: number;
};

/**
 * What differs between two runs that came to the same: how often something was written (rev, version, revision, seq,
 * keywords_version), who wrote it and when it began (claimed_by, counted_at, counted_seq), and the spread of scores, a
 * sketch of a sample.
 */
const volatile = new Set([
  'rev',
  'version',
  'revision',
  'seq',
  'keywords_version',
  'claimed_by',
  'counted_at',
  'counted_seq',
  'scores',
]);

/** A snapshot is kept if it can be; a document whose job never began goes by the bucket's lifecycle. */
const dispensable = /^(snapshots|imports)\//;

const JOB_ID = /job\d{9}/g;

const lineOf = (item: Item): string =>
  JSON.stringify(
    Object.entries(item)
      .filter(([name]) => !volatile.has(name))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    (_key, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('base64').slice(0, 60) : value,
  ).replaceAll(JOB_ID, 'job');

/**
 * One line for each item and blob, jobs apart: a request that is made twice may leave two, and the lock of a job that is
 * over is free.
 */
export const comparable = ({ items, blobs, time }: State): string[] => {
  // What is past its time goes by itself: an item by DynamoDB, a blob with the time in its name by the bucket.
  const isPast = (ttl: unknown) => typeof ttl === 'number' && ttl * 1000 <= time;
  const isPastBlob = (name: string) => isPast(Number(/^articles\/.*-(\d+)$/.exec(name)?.[1]));
  const kept = items.filter(({ SK, ttl }) => !/^JOB(PART|LOCK)?#/.test(String(SK)) && !isPast(ttl));
  const files = [...blobs].filter(([name]) => !dispensable.test(name) && !isPastBlob(name));
  return [...kept.map(lineOf), ...files.map(([name, bytes]) => `blob ${name} ${bytes.length}`)].toSorted();
};

const difference = (actual: string[], expected: string[]): string[] =>
  [
    ...expected.filter((line) => !actual.includes(line)).map((line) => `missing ${line}`),
    ...actual.filter((line) => !expected.includes(line)).map((line) => `surplus ${line}`),
  ].map((line) => line.slice(0, 600));

/** What is wrong with an end that should be like that of the undisturbed run, a line each. */
export const faultsOf = (end: State, deadLetters: { body: string }[], expected: string[]): string[] => [
  ...difference(comparable(end), expected),
  ...deadLetters.map(({ body }) => `dead letter ${body}`),
  ...Object.values(end.queues).flatMap((queue) => queue.map(({ body }) => `queued ${body}`)),
];
