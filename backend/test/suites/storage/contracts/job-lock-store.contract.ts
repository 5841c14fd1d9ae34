import { expect, it } from 'vitest';
import { sampleFeedId, sampleJob, sampleTime, uniqueUser } from '../../../harness/samples/storage-samples.ts';
import { createJobLockStore } from '../../../../src/storage/job-lock-store.ts';
import { createJobStore } from '../../../../src/storage/job-store.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';

/** The behaviour of this store that every engine must show. */
export const jobLockStoreContract = (table: () => TableClient): void => {
  it('allows one job of a kind at a time, until it ends, releases its lock, or its lease ends', async () => {
    const jobs = createJobStore(table());
    const locks = createJobLockStore(table());
    const user_id = uniqueUser();
    const first = sampleJob(user_id, 'job-00001');
    const second = { ...sampleJob(user_id, 'job-00002'), created_at: sampleTime(1) };
    expect(await locks.start(first, sampleTime(10), sampleTime(0))).toEqual({ started: true, job: first });
    expect(await locks.start(first, sampleTime(10), sampleTime(0))).toEqual({ started: true, job: first });
    expect(await locks.start(second, sampleTime(11), sampleTime(1))).toEqual({
      started: false,
      job: first,
    });
    expect(await jobs.get(user_id, second.job_id)).toBeNull();
    await locks.release(second);
    await locks.extendLease(first, sampleTime(20));
    expect((await locks.start(second, sampleTime(30), sampleTime(19))).started).toBe(false);
    expect((await locks.start(second, sampleTime(30), sampleTime(20))).started).toBe(true);
    expect(await jobs.list(user_id)).toEqual([second, first]);
    await locks.release(first);
    const third = sampleJob(user_id, 'job-00003');
    expect((await locks.start(third, sampleTime(40), sampleTime(21))).job).toEqual(second);
    await jobs.update(user_id, second.job_id, { state: 'done', total: 3, result: { new_articles: 1 } });
    expect((await locks.start(third, sampleTime(40), sampleTime(21))).started).toBe(true);
    await locks.release(third);
    const fourth = sampleJob(user_id, 'job-00004');
    expect((await locks.start(fourth, sampleTime(40), sampleTime(21))).started).toBe(true);
    expect(await jobs.get(user_id, second.job_id)).toMatchObject({
      state: 'done',
      total: 3,
      result: { new_articles: 1 },
    });
    expect(await jobs.update(user_id, 'job-00009', { done: 1 })).toBeNull();
  });

  it('writes the job of a lock whose holder crashed before writing it', async () => {
    const jobs = createJobStore(table());
    const locks = createJobLockStore(table());
    const user_id = uniqueUser();
    const job = sampleJob(user_id, 'job-00001');
    const dying = createJobLockStore({
      ...table(),
      put: async (item, condition) => {
        if (String(item.SK).startsWith('JOB#')) throw new Error('killed');
        return table().put(item, condition);
      },
    });
    await expect(dying.start(job, sampleTime(10), sampleTime(0))).rejects.toThrow('killed');
    expect(await jobs.get(user_id, job.job_id)).toBeNull();
    const next = await locks.start(sampleJob(user_id, 'job-00002'), sampleTime(10), sampleTime(0));
    expect(next).toEqual({ started: false, job });
    expect(await jobs.get(user_id, job.job_id)).toEqual(job);
  });

  it('finds jobs without progress until their lease ended, and changes no finished one', async () => {
    const jobs = createJobStore(table());
    const locks = createJobLockStore(table());
    const user_id = uniqueUser();
    const first = sampleJob(user_id, 'job-00001');
    const second = sampleJob(user_id, 'job-00002');
    await locks.start(first, sampleTime(10), sampleTime(0));
    expect([await locks.leaseOf(first), await locks.leaseOf(second)]).toEqual([sampleTime(10), null]);
    expect(await locks.start(second, sampleTime(20), sampleTime(10))).toEqual({
      started: true,
      job: second,
      abandoned: first,
    });
    await locks.extendLease(first, sampleTime(30));
    expect([await locks.leaseOf(first), await locks.leaseOf(second)]).toEqual([null, sampleTime(20)]);
    const failed = { ...first, state: 'failed' as const, result: { reason: 'silent' } };
    expect(await jobs.update(user_id, first.job_id, { state: 'failed', result: failed.result })).toEqual(
      failed,
    );
    expect(await jobs.update(user_id, first.job_id, { state: 'running' })).toBeNull();
    const recorded = { ...sampleJob(user_id, 'job-00003'), state: 'done' as const };
    await jobs.record(recorded);
    expect(await jobs.list(user_id)).toEqual([recorded, second, failed]);
  });

  it('can be restarted by exactly one caller after it was silent', async () => {
    const jobs = createJobStore(table());
    const locks = createJobLockStore(table());
    const user_id = uniqueUser();
    const first = { ...sampleJob(user_id, 'job-00001'), feed_id: sampleFeedId(1) };
    const second = sampleJob(user_id, 'job-00002');
    await locks.start(first, sampleTime(10), sampleTime(0));
    const never = () => false;
    expect(await locks.start(second, sampleTime(20), sampleTime(9), never)).toEqual({
      started: false,
      job: first,
    });
    const begun = (await jobs.take(first, 'a'))!;
    expect(await locks.start(second, sampleTime(20), sampleTime(10), never)).toEqual({
      started: false,
      job: begun,
      ended_lease: sampleTime(10),
    });
    const renewed = [0, 1].map(() => locks.extendLease(first, sampleTime(20), sampleTime(10)));
    expect((await Promise.all(renewed)).filter(Boolean)).toHaveLength(1);
    expect(await locks.extendLease(second, sampleTime(30))).toBe(false);

    const changes = { restarts: 1, feed_id: null, taken_by: null };
    const freed = { ...begun, ...changes };
    const given = await Promise.all([0, 1].map(() => jobs.amend(begun, changes)));
    expect(given).toContainEqual(freed);
    expect(given).toContainEqual(null);
    expect(await jobs.advance(begun, { done: 5 })).toBeNull();
    expect(await jobs.advance(freed, { done: 5 })).toEqual({ ...freed, done: 5 });
    const taken = (await jobs.take(freed, 'b'))!;
    expect(await jobs.amend(freed, { feed_id: sampleFeedId(2) })).toBeNull();
    const planned = (await jobs.advance(taken, { total: 7 }))!;
    expect(await jobs.amend(taken, { feed_id: sampleFeedId(2) })).toBeNull();
    const other = (await jobs.amend(planned, { feed_id: sampleFeedId(2) }))!;
    expect(await jobs.advance(planned, { done: 6 })).toBeNull();
    expect(await jobs.amend(other, { feed_id: null })).toEqual(planned);
    expect(await jobs.advance(freed, { done: 6 })).toBeNull();
    expect(await jobs.advance(taken, { state: 'done' })).toMatchObject({ state: 'done', done: 5 });
    expect(await jobs.amend(taken, { restarts: 2 })).toBeNull();
  });

  it('starts only one job for many concurrent requests', async () => {
    const jobs = createJobStore(table());
    const locks = createJobLockStore(table());
    const user_id = uniqueUser();
    const asked = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        locks.start(sampleJob(user_id, `job-1000${at}`), sampleTime(10), sampleTime(0)),
      ),
    );
    expect(asked.filter(({ started }) => started)).toHaveLength(1);
    expect(new Set(asked.map(({ job }) => job.job_id)).size).toBe(1);
    expect(await jobs.list(user_id)).toHaveLength(1);
  });
};
