import { describe, expect, it } from 'vitest';
import { sampleFeedId, sampleTime, uniqueUser } from '../../../test/harness/samples/storage-samples.ts';
import { createJobStore } from './job-store.ts';
import { pendingFeed } from '../../model/job/job.ts';
import type { TableClient } from '../table/table.ts';

/** The behaviour of this store that every engine must show. */
export const jobStoreContract = (table: () => TableClient): void => {
  describe('jobs', () => {
    const sampleJob = (user_id: string, job_id: string) => ({
      user_id,
      job_id,
      kind: 'fetch-feeds' as const,
      state: 'queued' as const,
      done: 0,
      total: null,
      result: null,
      created_at: sampleTime(0),
      feed_id: null,
      not_before: null,
      taken_by: null,
      restarts: 0,
      ttl: 2_000_000_000,
    });

    it('allows one job of a kind at a time, until it ends, releases its lock, or its lease ends', async () => {
      const jobs = createJobStore(table());
      const user_id = uniqueUser();
      const first = sampleJob(user_id, 'job-00001');
      const second = { ...sampleJob(user_id, 'job-00002'), created_at: sampleTime(1) };
      expect(await jobs.start(first, sampleTime(10), sampleTime(0))).toEqual({ started: true, job: first });
      expect(await jobs.start(first, sampleTime(10), sampleTime(0))).toEqual({ started: true, job: first });
      expect(await jobs.start(second, sampleTime(11), sampleTime(1))).toEqual({
        started: false,
        job: first,
      });
      expect(await jobs.get(user_id, second.job_id)).toBeNull();
      await jobs.release(second);
      await jobs.extendLease(first, sampleTime(20));
      expect((await jobs.start(second, sampleTime(30), sampleTime(19))).started).toBe(false);
      expect((await jobs.start(second, sampleTime(30), sampleTime(20))).started).toBe(true);
      expect(await jobs.list(user_id)).toEqual([second, first]);
      await jobs.release(first);
      const third = sampleJob(user_id, 'job-00003');
      expect((await jobs.start(third, sampleTime(40), sampleTime(21))).job).toEqual(second);
      await jobs.update(user_id, second.job_id, { state: 'done', total: 3, result: { new_articles: 1 } });
      expect((await jobs.start(third, sampleTime(40), sampleTime(21))).started).toBe(true);
      await jobs.release(third);
      const fourth = sampleJob(user_id, 'job-00004');
      expect((await jobs.start(fourth, sampleTime(40), sampleTime(21))).started).toBe(true);
      expect(await jobs.get(user_id, second.job_id)).toMatchObject({
        state: 'done',
        total: 3,
        result: { new_articles: 1 },
      });
      expect(await jobs.update(user_id, 'job-00009', { done: 1 })).toBeNull();
    });

    it('keeps the first of two plans of one part, with its rows and their outcomes', async () => {
      const jobs = createJobStore(table());
      const user_id = uniqueUser();
      const job = sampleJob(user_id, 'job-00001');
      await jobs.start(job, sampleTime(10), sampleTime(0));
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
      expect(await jobs.createPart(part)).toEqual(part);
      const failed = { ...pendingFeed, outcome: 'failed', error_code: 'gone' } as const;
      const recorded = { ...part, feeds: { feed0: failed } };
      expect(await jobs.setOutcomes(part, { feed0: failed })).toEqual(recorded);
      expect(await jobs.createPart({ ...part, rows: [] })).toEqual(recorded);
      expect(await jobs.listParts(user_id, job.job_id)).toEqual([recorded]);
    });

    it('writes the job of a lock whose holder crashed before writing it', async () => {
      const jobs = createJobStore(table());
      const user_id = uniqueUser();
      const job = sampleJob(user_id, 'job-00001');
      const dying = createJobStore({
        ...table(),
        put: async (item, condition) => {
          if (String(item.SK).startsWith('JOB#')) throw new Error('killed');
          return table().put(item, condition);
        },
      });
      await expect(dying.start(job, sampleTime(10), sampleTime(0))).rejects.toThrow('killed');
      expect(await jobs.get(user_id, job.job_id)).toBeNull();
      const next = await jobs.start(sampleJob(user_id, 'job-00002'), sampleTime(10), sampleTime(0));
      expect(next).toEqual({ started: false, job });
      expect(await jobs.get(user_id, job.job_id)).toEqual(job);
    });

    it('finds jobs without progress until their lease ended, and changes no finished one', async () => {
      const jobs = createJobStore(table());
      const user_id = uniqueUser();
      const first = sampleJob(user_id, 'job-00001');
      const second = sampleJob(user_id, 'job-00002');
      await jobs.start(first, sampleTime(10), sampleTime(0));
      expect([await jobs.leaseOf(first), await jobs.leaseOf(second)]).toEqual([sampleTime(10), null]);
      expect(await jobs.start(second, sampleTime(20), sampleTime(10))).toEqual({
        started: true,
        job: second,
        abandoned: first,
      });
      await jobs.extendLease(first, sampleTime(30));
      expect([await jobs.leaseOf(first), await jobs.leaseOf(second)]).toEqual([null, sampleTime(20)]);
      const failed = { ...first, state: 'failed' as const, result: { reason: 'silent' } };
      expect(await jobs.update(user_id, first.job_id, { state: 'failed', result: failed.result })).toEqual(
        failed,
      );
      expect(await jobs.update(user_id, first.job_id, { state: 'running' })).toBeNull();
      const recorded = { ...sampleJob(user_id, 'job-00003'), state: 'done' as const };
      await jobs.record(recorded);
      expect(await jobs.list(user_id)).toEqual([recorded, second, failed]);
    });

    it('can be taken by one message, and again by the same one', async () => {
      const jobs = createJobStore(table());
      const job = sampleJob(uniqueUser(), 'job-00001');
      expect(await jobs.take(job, 'a')).toBeNull();
      await jobs.start(job, sampleTime(10), sampleTime(0));
      const taken = await Promise.all(['a', 'b', 'c'].map((startId) => jobs.take(job, startId)));
      expect(taken.filter(Boolean)).toHaveLength(1);
      const { taken_by } = (await jobs.get(job.user_id, job.job_id))!;
      const begun = { ...job, state: 'running', taken_by };
      expect(await jobs.take(job, taken_by!)).toEqual(begun);
      expect(await jobs.take(job, 'd')).toBeNull();
      await jobs.update(job.user_id, job.job_id, { state: 'cancelled' });
      expect(await jobs.take(job, taken_by!)).toBeNull();
    });

    it('can be restarted by exactly one caller after it was silent', async () => {
      const jobs = createJobStore(table());
      const user_id = uniqueUser();
      const first = { ...sampleJob(user_id, 'job-00001'), feed_id: sampleFeedId(1) };
      const second = sampleJob(user_id, 'job-00002');
      await jobs.start(first, sampleTime(10), sampleTime(0));
      const never = () => false;
      expect(await jobs.start(second, sampleTime(20), sampleTime(9), never)).toEqual({
        started: false,
        job: first,
      });
      const begun = (await jobs.take(first, 'a'))!;
      expect(await jobs.start(second, sampleTime(20), sampleTime(10), never)).toEqual({
        started: false,
        job: begun,
        ended_lease: sampleTime(10),
      });
      const renewed = [0, 1].map(() => jobs.extendLease(first, sampleTime(20), sampleTime(10)));
      expect((await Promise.all(renewed)).filter(Boolean)).toHaveLength(1);
      expect(await jobs.extendLease(second, sampleTime(30))).toBe(false);

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

    it('is not replaced when it is recorded again, and changes only from the named states', async () => {
      const jobs = createJobStore(table());
      const user_id = uniqueUser();
      const held = { ...sampleJob(user_id, 'job-00001'), not_before: sampleTime(10) };
      expect(await jobs.record(held)).toEqual(held);
      expect(await jobs.update(user_id, held.job_id, { state: 'running' }, ['queued'])).not.toBeNull();
      expect(await jobs.update(user_id, held.job_id, { state: 'cancelled' }, ['queued'])).toBeNull();
      expect(await jobs.record(held)).toEqual({ ...held, state: 'running' });
      expect(await jobs.leaseOf(held)).toBeNull();
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

    it('starts only one job for many concurrent requests', async () => {
      const jobs = createJobStore(table());
      const user_id = uniqueUser();
      const asked = await Promise.all(
        Array.from({ length: 8 }, (_, at) =>
          jobs.start(sampleJob(user_id, `job-1000${at}`), sampleTime(10), sampleTime(0)),
        ),
      );
      expect(asked.filter(({ started }) => started)).toHaveLength(1);
      expect(new Set(asked.map(({ job }) => job.job_id)).size).toBe(1);
      expect(await jobs.list(user_id)).toHaveLength(1);
    });

    it('records the outcome of each feed', async () => {
      const jobs = createJobStore(table());
      const user_id = uniqueUser();
      const job = sampleJob(user_id, 'job-00001');
      await jobs.start(job, sampleTime(10), sampleTime(0));
      const parts = [0, 1].map((part) => ({
        user_id,
        job_id: job.job_id,
        part,
        feeds: { [sampleFeedId(part)]: pendingFeed, [sampleFeedId(part + 8)]: pendingFeed },
      }));
      await jobs.putParts(parts);
      expect(await jobs.listParts(user_id, job.job_id)).toEqual(parts);
      const failed = { ...pendingFeed, outcome: 'failed', error_code: 'timed_out' } as const;
      const set = () => jobs.setOutcomes(parts[1]!, { [sampleFeedId(1)]: failed });
      const changed = { ...parts[1], feeds: { ...parts[1]!.feeds, [sampleFeedId(1)]: failed } };
      expect(await set()).toEqual(changed);
      expect(await set()).toEqual(changed);
      expect(await jobs.setOutcomes({ ...parts[0]!, part: 7 }, { a: failed })).toBeNull();
      expect(await jobs.listParts(user_id, job.job_id)).toEqual([parts[0], changed]);
    });
  });
};
