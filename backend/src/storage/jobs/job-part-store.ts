import type { JobPart, JobPartStore } from '../../model/job/job-part.ts';
import { itemExists, itemIsNew, type Expression } from '../table/expressions.ts';
import { jobPartKey, jobPartsOf } from '../table/keys.ts';
import type { TableClient } from '../table/table.ts';
import { outcomeToItem, partFromItem, partToItem } from './job-item.ts';
import { getJob } from './job-store.ts';

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
