import type { JobStore } from '../jobs/job.ts';
import type { JobState } from '../contract/index.ts';
import { itemExists, itemIsNew, setting, type Expression } from './expressions.ts';
import { StorageThrottledError } from './errors.ts';
import { jobFromItem, jobFromLock, jobToItem, lockToItem, partFromItem, partToItem } from './job-item.ts';
import { jobKey, jobLockKey, jobPartKey, jobPartsOf, jobsOf } from './keys.ts';
import type { TableClient } from './table.ts';

/** Each lost try means that a lock came or went in between. */
const ATTEMPTS = 10;

const heldBy = (jobId: string): Expression => ({
  text: '#holder = :holder',
  names: { '#holder': 'job_id' },
  values: { ':holder': jobId },
});

const freeFor = (jobId: string, now: string): Expression => ({
  text: 'attribute_not_exists(#pk) OR #lease <= :now OR #holder = :holder',
  names: { '#pk': 'PK', '#lease': 'lease_until', '#holder': 'job_id' },
  values: { ':now': now, ':holder': jobId },
});

const isOver = (state: JobState): boolean => {
  switch (state) {
    case 'queued':
    case 'running':
      return false;
    case 'done':
    case 'failed':
    case 'cancelled':
      return true;
  }
};

export const createJobStore = (table: TableClient): JobStore => {
  const get: JobStore['get'] = async (userId, jobId) => {
    const item = await table.get(jobKey(userId, jobId));
    return item === null ? null : jobFromItem(item);
  };

  return {
    start: async (job, leaseUntil, now) => {
      const lock = lockToItem(job, leaseUntil);
      let free = freeFor(job.job_id, now);
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        if (await table.put(lock, free)) {
          await table.put(jobToItem(job), itemIsNew);
          return { started: true, job: (await get(job.user_id, job.job_id)) ?? job };
        }
        const standing = await table.get(jobLockKey(job.user_id, job.kind));
        if (standing === null) continue;
        // Its job may not be written yet; and a lock that a finished job left behind is free.
        const asLocked = jobFromLock(standing);
        const holder = (await get(job.user_id, asLocked.job_id)) ?? asLocked;
        if (!isOver(holder.state)) return { started: false, job: holder };
        free = heldBy(holder.job_id);
      }
      throw new StorageThrottledError(`The lock of ${job.kind} changed hands ${ATTEMPTS} times`);
    },
    get,
    list: async (userId) =>
      (await table.queryAll(jobsOf(userId)))
        .map(jobFromItem)
        .toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.job_id.localeCompare(a.job_id)),
    update: async (userId, jobId, changes) => {
      const update = setting(changes);
      if (update.text === '') return get(userId, jobId);
      const item = await table.update(jobKey(userId, jobId), update, itemExists);
      return item === null ? null : jobFromItem(item);
    },
    extendLease: async (job, leaseUntil) => {
      const key = jobLockKey(job.user_id, job.kind);
      await table.update(key, setting({ lease_until: leaseUntil }), heldBy(job.job_id));
    },
    release: async (job) => {
      await table.delete(jobLockKey(job.user_id, job.kind), heldBy(job.job_id));
    },
    createPart: async (part) => {
      const job = await get(part.user_id, part.job_id);
      const item = partToItem(part, job?.ttl);
      if (await table.put(item, itemIsNew)) return part;
      const standing = await table.get(jobPartKey(part.user_id, part.job_id, part.part));
      return standing === null ? part : partFromItem(standing);
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
        values: Object.fromEntries(named.map(([, outcome], at) => [`:o${at}`, outcome])),
      };
      const item = await table.update(partKey, update, itemExists);
      return item === null ? null : partFromItem(item);
    },
  };
};
