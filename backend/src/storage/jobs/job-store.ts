import type { JobState } from '../../contract/index.ts';
import type { Job } from '../../model/job/job.ts';
import type { JobStore } from '../../model/job/job-store.ts';
import { and, itemExists, itemIsNew, setting, type Expression } from '../table/expressions.ts';
import { jobKey, jobsOf } from '../table/keys.ts';
import type { Item, TableClient } from '../table/table.ts';
import { jobFromItem, jobToItem } from './job-item.ts';

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
