import { expect, it } from 'vitest';
import { sampleJob, sampleTime, uniqueUser } from '../../../harness/samples/storage-samples.ts';
import { createJobLockStore } from '../../../../src/storage/job-lock-store.ts';
import { createJobStore } from '../../../../src/storage/job-store.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';

/** The behaviour of this store that every engine must show. */
export const jobStoreContract = (table: () => TableClient): void => {
  it('can be taken by one message, and again by the same one', async () => {
    const jobs = createJobStore(table());
    const locks = createJobLockStore(table());
    const job = sampleJob(uniqueUser(), 'job-00001');
    expect(await jobs.take(job, 'a')).toBeNull();
    await locks.start(job, sampleTime(10), sampleTime(0));
    const taken = await Promise.all(['a', 'b', 'c'].map((startId) => jobs.take(job, startId)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    const { taken_by } = (await jobs.get(job.user_id, job.job_id))!;
    const begun = { ...job, state: 'running', taken_by };
    expect(await jobs.take(job, taken_by!)).toEqual(begun);
    expect(await jobs.take(job, 'd')).toBeNull();
    await jobs.update(job.user_id, job.job_id, { state: 'cancelled' });
    expect(await jobs.take(job, taken_by!)).toBeNull();
  });

  it('is not replaced when it is recorded again, and changes only from the named states', async () => {
    const jobs = createJobStore(table());
    const locks = createJobLockStore(table());
    const user_id = uniqueUser();
    const held = { ...sampleJob(user_id, 'job-00001'), not_before: sampleTime(10) };
    expect(await jobs.record(held)).toEqual(held);
    expect(await jobs.update(user_id, held.job_id, { state: 'running' }, ['queued'])).not.toBeNull();
    expect(await jobs.update(user_id, held.job_id, { state: 'cancelled' }, ['queued'])).toBeNull();
    expect(await jobs.record(held)).toEqual({ ...held, state: 'running' });
    expect(await locks.leaseOf(held)).toBeNull();
  });

  it('is listed in pages', async () => {
    const jobs = createJobStore(table());
    const user_id = uniqueUser();
    const all = [3, 2, 1].map((at) => sampleJob(user_id, `job-0000${at}`));
    for (const job of all) await jobs.record(job);
    expect(await jobs.list(user_id, { limit: 2 })).toEqual(all.slice(0, 2));
    expect(await jobs.list(user_id, { limit: 2, after: 'job-00002' })).toEqual(all.slice(2));
    expect(await jobs.list(user_id, { limit: 2, after: 'job-00001' })).toEqual([]);
  });
};
