import { z } from 'zod';
import { feedErrorCode, fetchRow, importRow, jobKind, jobState, type JobState } from '../contract/index.ts';
import type { Job, JobStore, FeedOutcome, JobPart } from '../model/job/job.ts';
import { absentAsNull, compact, keyed, parseItem } from './table/items.ts';
import { idIn, jobIdInPart, jobKey, jobLockKey, jobPartKey, type Key, jobsOf } from './table/keys.ts';
import type { Item, TableClient } from './table/table.ts';
import { and, itemExists, itemIsNew, setting, type Expression } from './table/queries.ts';

const jobSchema = keyed
  .extend({
    kind: jobKind,
    state: jobState,
    done: z.int().min(0),
    total: absentAsNull(z.int().min(0)),
    result: absentAsNull(z.record(z.string(), z.unknown())),
    created_at: z.string(),
    feed_id: absentAsNull(z.string()),
    not_before: absentAsNull(z.string()),
    taken_by: absentAsNull(z.string()),
    cursor: absentAsNull(z.string()),
    restarts: z.int().min(0).default(0),
    ttl: z.int(),
  })
  .transform(({ PK, SK, ...rest }): Job => ({ user_id: idIn(PK), job_id: idIn(SK), ...rest }));

const jobFromItem = (item: Item): Job => parseItem(jobSchema, item);

export const jobToItem = ({ user_id, job_id, ...attributes }: Job): Item & Key => ({
  ...jobKey(user_id, job_id),
  ...compact(attributes),
});

const outcome = fetchRow.pick({ outcome: true, new_articles: true }).extend({
  total: absentAsNull(z.int().min(0)),
  unchanged: absentAsNull(z.int().min(0)),
  left_out: z.int().min(0).default(0),
  unprocessable: z.int().min(0).default(0),
  error_code: absentAsNull(feedErrorCode),
  is_over_limit: z.boolean().optional(),
});

/** Returns the stored form of an outcome. Null values and zero counts are left out, which keeps a part small. */
export const outcomeToItem = (outcome: FeedOutcome): Item =>
  compact({ ...outcome, left_out: outcome.left_out || null, unprocessable: outcome.unprocessable || null });

const partSchema = keyed.extend({
  part: z.int().min(0),
  feeds: z.record(z.string(), outcome),
  rows: z.array(importRow).optional(),
});

export const partFromItem = (item: Item): JobPart => {
  const { PK, SK, rows, ...rest } = parseItem(partSchema, item);
  return { user_id: idIn(PK), job_id: jobIdInPart(SK), ...rest, ...(rows === undefined ? {} : { rows }) };
};

/** Returns the item of a part. `ttl` is the job's, because a part is useless without its job. */
export const partToItem = (
  { user_id, job_id, part, feeds, rows }: JobPart,
  ttl: number | undefined,
): Item & Key => ({
  ...jobPartKey(user_id, job_id, part),
  part,
  feeds: Object.fromEntries(
    Object.entries(feeds).map(([feedId, outcome]) => [feedId, outcomeToItem(outcome)]),
  ),
  ...(rows === undefined ? {} : { rows }),
  ...(ttl === undefined ? {} : { ttl }),
});

const lockSchema = keyed.extend({
  job_id: z.string(),
  kind: jobKind,
  feed_id: absentAsNull(z.string()),
  created_at: z.string(),
  lease_until: z.string(),
  ttl: z.int(),
});

export const lockToItem = (job: Job, leaseUntil: string): Item & Key => ({
  ...jobLockKey(job.user_id, job.kind),
  job_id: job.job_id,
  kind: job.kind,
  ...(job.feed_id === null ? {} : { feed_id: job.feed_id }),
  created_at: job.created_at,
  lease_until: leaseUntil,
  ttl: job.ttl,
});

/** Returns the job that holds the lock, in the state in which it took it, and the time until which it holds it. */
export const fromLockItem = (item: Item): { job: Job; lease_until: string } => {
  const { PK, SK: _, lease_until, ...rest } = parseItem(lockSchema, item);
  const asNew = { state: 'queued', done: 0, total: null, result: null } as const;
  const untouched = { not_before: null, taken_by: null, cursor: null, restarts: 0 } as const;
  return { job: { user_id: idIn(PK), ...asNew, ...untouched, ...rest }, lease_until };
};

const notOver: readonly JobState[] = ['queued', 'running'];

const inState = (states: readonly JobState[]): Expression => ({
  text: `#state IN (${states.map((_, at) => `:state${at}`).join(', ')})`,
  names: { '#state': 'state' },
  values: Object.fromEntries(states.map((state, at) => [`:state${at}`, state])),
});

const untakenOrBy = (startId: string): Expression => ({
  text: 'attribute_not_exists(#taken) OR #taken = :start',
  names: { '#taken': 'taken_by' },
  values: { ':start': startId },
});

/**
 * Returns the condition that the named attributes have the values that were read. A null value means that the attribute
 * is missing.
 */
const asRead = (job: Job, ...attributes: ('taken_by' | 'feed_id' | 'total' | 'restarts')[]): Expression =>
  and(
    ...attributes.map((attribute, at): Expression => {
      const names = { [`#read${at}`]: attribute };
      const value = job[attribute];
      return value === null
        ? { text: `attribute_not_exists(#read${at})`, names }
        : { text: `#read${at} = :read${at}`, names, values: { [`:read${at}`]: value } };
    }),
  );

export const getJob = async (table: TableClient, userId: string, jobId: string): Promise<Job | null> => {
  const item = await table.get(jobKey(userId, jobId));
  return item === null ? null : jobFromItem(item);
};

/** Changes a job that exists and meets the conditions. Returns the stored job, or null if it was not changed. */
const changeJob = async (
  table: TableClient,
  { user_id, job_id }: Pick<Job, 'user_id' | 'job_id'>,
  changes: Partial<Job>,
  ...conditions: Expression[]
): Promise<Job | null> => {
  const update = setting(changes);
  if (update.text === '') return getJob(table, user_id, job_id);
  const item = await table.update(jobKey(user_id, job_id), update, and(itemExists, ...conditions));
  return item === null ? null : jobFromItem(item);
};

/** Lists a reader's jobs, the newest first, because job ids sort by their creation time. */
const listJobs = async (
  table: TableClient,
  userId: string,
  { limit, after }: { limit?: number; after?: string | undefined },
): Promise<Job[]> => {
  const { PK, prefix } = jobsOf(userId);
  const jobs: Job[] = [];
  let last: Item | undefined = after === undefined ? undefined : jobKey(userId, after);
  do {
    const page = await table.queryPage({
      PK,
      prefix,
      descending: true,
      after: last,
      ...(limit === undefined ? {} : { limit: limit - jobs.length }),
    });
    for (const item of page.items) jobs.push(jobFromItem(item));
    last = page.last;
  } while (last !== undefined && (limit === undefined || jobs.length < limit));
  return jobs;
};

export const createJobStore = (table: TableClient): JobStore => ({
  record: async (job) => {
    if (await table.put(jobToItem(job), itemIsNew)) return job;
    return (await getJob(table, job.user_id, job.job_id)) ?? job;
  },
  get: (userId, jobId) => getJob(table, userId, jobId),
  list: (userId, page = {}) => listJobs(table, userId, page),
  take: (job, startId) =>
    changeJob(table, job, { taken_by: startId, state: 'running' }, inState(notOver), untakenOrBy(startId)),
  advance: (job, changes) =>
    changeJob(table, job, changes, inState(notOver), asRead(job, 'taken_by', 'feed_id')),
  amend: (job, changes) =>
    changeJob(table, job, changes, inState(notOver), asRead(job, 'taken_by', 'feed_id', 'total', 'restarts')),
  update: (user_id, job_id, changes, onlyIn = notOver) =>
    changeJob(table, { user_id, job_id }, changes, inState(onlyIn)),
});
