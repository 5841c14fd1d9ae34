import { type JobPart, type JobPartStore, isOver, type Job, type JobLockStore } from '../model/job/job.ts';
import { itemExists, itemIsNew, type Expression, and, setting } from './table/queries.ts';
import { jobPartKey, jobPartsOf, jobLockKey } from './table/keys.ts';
import type { TableClient } from './table/table.ts';
import {
  outcomeToItem,
  partFromItem,
  partToItem,
  getJob,
  fromLockItem,
  jobToItem,
  lockToItem,
} from './job-store.ts';
import { StorageThrottledError } from '../lib/errors.ts';

const keyOf = ({ user_id, job_id, part }: Pick<JobPart, 'user_id' | 'job_id' | 'part'>) =>
  jobPartKey(user_id, job_id, part);

/** Returns the update that sets the outcomes of these feeds and leaves those of others alone. */
const settingOutcomes = (outcomes: Parameters<JobPartStore['setOutcomes']>[1]): Expression => {
  const named = Object.entries(outcomes);
  return {
    text: `SET ${named.map((_, at) => `#feeds.#f${at} = :o${at}`).join(', ')}`,
    names: { '#feeds': 'feeds', ...Object.fromEntries(named.map(([feedId], at) => [`#f${at}`, feedId])) },
    values: Object.fromEntries(named.map(([, outcome], at) => [`:o${at}`, outcomeToItem(outcome)])),
  };
};

export const createJobPartStore = (table: TableClient): JobPartStore => {
  const ttlOf = async ({ user_id, job_id }: JobPart): Promise<number | undefined> =>
    (await getJob(table, user_id, job_id))?.ttl;

  return {
    create: async (part) => {
      if (await table.put(partToItem(part, await ttlOf(part)), itemIsNew)) return part;
      const stored = await table.get(keyOf(part));
      return stored === null ? part : partFromItem(stored);
    },
    putAll: async (parts) => {
      const [first] = parts;
      if (first === undefined) return;
      const ttl = await ttlOf(first);
      await table.batchPut(parts.map((part) => partToItem(part, ttl)));
    },
    list: async (userId, jobId) => (await table.queryAll(jobPartsOf(userId, jobId))).map(partFromItem),
    setOutcomes: async (part, outcomes) => {
      const item =
        Object.keys(outcomes).length === 0
          ? await table.get(keyOf(part))
          : await table.update(keyOf(part), settingOutcomes(outcomes), itemExists);
      return item === null ? null : partFromItem(item);
    },
  };
};

/** The most tries to take a lock. Each failed try means that a lock was taken or released in between. */
const ATTEMPTS = 10;

/** A lock as it was read: the job that holds it, and the end of its lease. */
type Held = { job: Job; lease_until: string };

const heldBy = (jobId: string): Expression => ({
  text: '#holder = :holder',
  names: { '#holder': 'job_id' },
  values: { ':holder': jobId },
});

const leaseEnds = (at: string): Expression => ({
  text: '#lease = :lease',
  names: { '#lease': 'lease_until' },
  values: { ':lease': at },
});

/**
 * Returns the condition that nobody or this job holds the lock, or that it is the abandoned lock, unchanged since it
 * was read.
 */
const freeFor = (jobId: string, left: Held | null): Expression => {
  const free: Expression = {
    text: 'attribute_not_exists(#pk) OR #holder = :me',
    names: { '#pk': 'PK', '#holder': 'job_id' },
    values: { ':me': jobId },
  };
  if (left === null) return free;
  return {
    text: `${free.text} OR (#holder = :left AND #lease = :lease)`,
    names: { ...free.names, '#lease': 'lease_until' },
    values: { ...free.values, ':left': left.job.job_id, ':lease': left.lease_until },
  };
};

/**
 * Returns the holder of a reader's lock; null if the lock is free. The job of the lock may not be written yet, and is
 * never written if its starter died, so this writes it.
 */
const readHolder = async (
  table: TableClient,
  { user_id, kind }: Pick<Job, 'user_id' | 'kind'>,
): Promise<Held | null> => {
  const stored = await table.get(jobLockKey(user_id, kind));
  if (stored === null) return null;
  const { job: asLocked, lease_until } = fromLockItem(stored);
  const job = await getJob(table, user_id, asLocked.job_id);
  if (job !== null) return { job, lease_until };
  await table.put(jobToItem(asLocked), itemIsNew);
  return { job: asLocked, lease_until };
};

export const createJobLockStore = (table: TableClient): JobLockStore => ({
  start: async (job, leaseUntil, now, mayReplace = () => true) => {
    const lock = lockToItem(job, leaseUntil);
    let left: Held | null = null;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (await table.put(lock, freeFor(job.job_id, left))) {
        await table.put(jobToItem(job), itemIsNew);
        const started = { started: true, job: (await getJob(table, job.user_id, job.job_id)) ?? job };
        return left === null || isOver(left.job) ? started : { ...started, abandoned: left.job };
      }
      const holder = await readHolder(table, job);
      if (holder === null) continue;
      // A lock that a finished job left is free.
      if (!isOver(holder.job) && holder.lease_until > now) return { started: false, job: holder.job };
      if (!isOver(holder.job) && !mayReplace(holder.job))
        return { started: false, job: holder.job, ended_lease: holder.lease_until };
      left = holder;
    }
    throw new StorageThrottledError(`The lock of ${job.kind} changed hands ${ATTEMPTS} times`);
  },
  leaseOf: async (job) => {
    const item = await table.get(jobLockKey(job.user_id, job.kind));
    const lock = item === null ? null : fromLockItem(item);
    return lock?.job.job_id === job.job_id ? lock.lease_until : null;
  },
  extendLease: async (job, leaseUntil, onlyIf) => {
    const held = heldBy(job.job_id);
    const condition = onlyIf === undefined ? held : and(held, leaseEnds(onlyIf));
    const key = jobLockKey(job.user_id, job.kind);
    return (await table.update(key, setting({ lease_until: leaseUntil }), condition)) !== null;
  },
  release: async (job) => {
    await table.delete(jobLockKey(job.user_id, job.kind), heldBy(job.job_id));
  },
});
