import { expect, it } from 'vitest';
import { sampleFeedId, sampleJob, sampleTime, uniqueUser } from '../../../harness/samples/storage-samples.ts';
import { createJobLockStore, createJobPartStore } from '../../../../src/storage/job-lock-store.ts';
import { pendingFeed } from '../../../../src/model/job/job.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';

/** The behaviour of this store that every engine must show. */
export const jobPartStoreContract = (table: () => TableClient): void => {
  it('keeps the first of two plans of one part, with its rows and their outcomes', async () => {
    const locks = createJobLockStore(table());
    const partStore = createJobPartStore(table());
    const user_id = uniqueUser();
    const job = sampleJob(user_id, 'job-00001');
    await locks.start(job, sampleTime(10), sampleTime(0));
    const feeds = { feed0: pendingFeed };
    const row = {
      url: 'https://a.example/',
      title: 'A',
      folder: null,
      feed_id: '0123456789abcdef',
      outcome: 'pending',
      problem: null,
      why: null,
    } as const;
    const part = { user_id, job_id: job.job_id, part: 0, feeds, rows: [row] };
    expect(await partStore.create(part)).toEqual(part);
    const failed = { ...pendingFeed, outcome: 'failed', error_code: 'gone' } as const;
    const recorded = { ...part, feeds: { feed0: failed } };
    expect(await partStore.setOutcomes(part, { feed0: failed })).toEqual(recorded);
    expect(await partStore.create({ ...part, rows: [] })).toEqual(recorded);
    expect(await partStore.list(user_id, job.job_id)).toEqual([recorded]);
  });

  it('records the outcome of each feed', async () => {
    const locks = createJobLockStore(table());
    const partStore = createJobPartStore(table());
    const user_id = uniqueUser();
    const job = sampleJob(user_id, 'job-00001');
    await locks.start(job, sampleTime(10), sampleTime(0));
    const parts = [0, 1].map((part) => ({
      user_id,
      job_id: job.job_id,
      part,
      feeds: { [sampleFeedId(part)]: pendingFeed, [sampleFeedId(part + 8)]: pendingFeed },
    }));
    await partStore.putAll(parts);
    expect(await partStore.list(user_id, job.job_id)).toEqual(parts);
    const failed = { ...pendingFeed, outcome: 'failed', error_code: 'timed_out' } as const;
    const set = () => partStore.setOutcomes(parts[1]!, { [sampleFeedId(1)]: failed });
    const changed = { ...parts[1], feeds: { ...parts[1]!.feeds, [sampleFeedId(1)]: failed } };
    expect(await set()).toEqual(changed);
    expect(await set()).toEqual(changed);
    expect(await partStore.setOutcomes({ ...parts[0]!, part: 7 }, { a: failed })).toBeNull();
    expect(await partStore.list(user_id, job.job_id)).toEqual([parts[0], changed]);
  });
};
