import type { JobState } from '../../contract/index.ts';
import { isOver, type Job, type JobStore } from '../../model/job/job.ts';
import { and, itemExists, itemIsNew, setting, type Expression } from '../table/expressions.ts';
import { StorageThrottledError } from '../table/errors.ts';
import {
  fromLockItem,
  jobFromItem,
  jobToItem,
  lockToItem,
  outcomeToItem,
  partFromItem,
  partToItem,
} from './job-item.ts';
import { jobKey, jobLockKey, jobPartKey, jobPartsOf, jobsOf } from '../table/keys.ts';
import type { Item, TableClient } from '../table/table.ts';

/** The most tries to take a lock. Each failed try means that a lock was taken or released in between. */
const ATTEMPTS = 10;

const heldBy = (jobId: string): Expression => ({
  text: '#holder = :holder',
  names: { '#holder': 'job_id' },
  values: { ':holder': jobId },
});

type Left = { job: Job; lease_until: string };

/**
 * Returns the condition that nobody or this job holds the lock, or that it is the abandoned lock, unchanged since it
 * was read.
 */
const freeFor = (jobId: string, left: Left | null): Expression => {
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

const inState = (states: readonly JobState[]): Expression => ({
  text: `#state IN (${states.map((_, at) => `:state${at}`).join(', ')})`,
  names: { '#state': 'state' },
  values: Object.fromEntries(states.map((state, at) => [`:state${at}`, state])),
});

const notOver: readonly JobState[] = ['queued', 'running'];

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

const leaseEnds = (at: string): Expression => ({
  text: '#lease = :lease',
  names: { '#lease': 'lease_until' },
  values: { ':lease': at },
});

export const createJobStore = (table: TableClient): JobStore => {
  const get: JobStore['get'] = async (userId, jobId) => {
    const item = await table.get(jobKey(userId, jobId));
    return item === null ? null : jobFromItem(item);
  };

  const change = async (
    { user_id, job_id }: Pick<Job, 'user_id' | 'job_id'>,
    changes: Partial<Job>,
    ...conditions: Expression[]
  ): Promise<Job | null> => {
    const update = setting(changes);
    if (update.text === '') return get(user_id, job_id);
    const item = await table.update(jobKey(user_id, job_id), update, and(itemExists, ...conditions));
    return item === null ? null : jobFromItem(item);
  };

  return {
    start: async (job, leaseUntil, now, mayReplace = () => true) => {
      const lock = lockToItem(job, leaseUntil);
      let left: Left | null = null;
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        if (await table.put(lock, freeFor(job.job_id, left))) {
          await table.put(jobToItem(job), itemIsNew);
          const started = { started: true, job: (await get(job.user_id, job.job_id)) ?? job };
          return left === null || isOver(left.job) ? started : { ...started, abandoned: left.job };
        }
        const stored = await table.get(jobLockKey(job.user_id, job.kind));
        if (stored === null) continue;
        // The job of the lock may not be written yet, and is never written if its starter died. A lock that a finished
        // job left is free.
        const { job: asLocked, lease_until } = fromLockItem(stored);
        let holder = await get(job.user_id, asLocked.job_id);
        if (holder === null) {
          await table.put(jobToItem(asLocked), itemIsNew);
          holder = asLocked;
        }
        if (!isOver(holder) && lease_until > now) return { started: false, job: holder };
        if (!isOver(holder) && !mayReplace(holder))
          return { started: false, job: holder, ended_lease: lease_until };
        left = { job: holder, lease_until };
      }
      throw new StorageThrottledError(`The lock of ${job.kind} changed hands ${ATTEMPTS} times`);
    },
    record: async (job) =>
      (await table.put(jobToItem(job), itemIsNew)) ? job : ((await get(job.user_id, job.job_id)) ?? job),
    get,
    list: async (user_id, { limit, after } = {}) => {
      const { PK, prefix } = jobsOf(user_id);
      const jobs: Job[] = [];
      // Job ids sort by their creation time.
      let last: Item | undefined = after === undefined ? undefined : jobKey(user_id, after);
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
    },
    update: (user_id, job_id, changes, onlyIn = notOver) =>
      change({ user_id, job_id }, changes, inState(onlyIn)),
    advance: (job, changes) => change(job, changes, inState(notOver), asRead(job, 'taken_by', 'feed_id')),
    amend: (job, changes) =>
      change(job, changes, inState(notOver), asRead(job, 'taken_by', 'feed_id', 'total', 'restarts')),
    take: (job, startId) =>
      change(job, { taken_by: startId, state: 'running' }, inState(notOver), {
        text: 'attribute_not_exists(#taken) OR #taken = :start',
        names: { '#taken': 'taken_by' },
        values: { ':start': startId },
      }),
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
    createPart: async (part) => {
      const job = await get(part.user_id, part.job_id);
      const item = partToItem(part, job?.ttl);
      if (await table.put(item, itemIsNew)) return part;
      const stored = await table.get(jobPartKey(part.user_id, part.job_id, part.part));
      return stored === null ? part : partFromItem(stored);
    },
    putParts: async (parts) => {
      const [first] = parts;
      if (first === undefined) return;
      const job = await get(first.user_id, first.job_id);
      await table.batchPut(parts.map((part) => partToItem(part, job?.ttl)));
    },
    listParts: async (userId, jobId) => (await table.queryAll(jobPartsOf(userId, jobId))).map(partFromItem),
    setOutcomes: async (key, outcomes) => {
      const partKey = jobPartKey(key.user_id, key.job_id, key.part);
      const named = Object.entries(outcomes);
      if (named.length === 0) {
        const item = await table.get(partKey);
        return item === null ? null : partFromItem(item);
      }
      const update: Expression = {
        text: `SET ${named.map((_, at) => `#feeds.#f${at} = :o${at}`).join(', ')}`,
        names: { '#feeds': 'feeds', ...Object.fromEntries(named.map(([feedId], at) => [`#f${at}`, feedId])) },
        values: Object.fromEntries(named.map(([, outcome], at) => [`:o${at}`, outcomeToItem(outcome)])),
      };
      const item = await table.update(partKey, update, itemExists);
      return item === null ? null : partFromItem(item);
    },
  };
};
