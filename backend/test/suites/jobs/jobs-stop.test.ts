import { afterEach, beforeEach, expect, it } from 'vitest';
import { MOST_HOPS } from '../../../src/queues/hops.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { seed } from '../../harness/scoring-samples.ts';
import { testReader } from '../../harness/reader.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

const local = () => app.as('local');
/** Sets how many messages precede those of the jobs queue. */
const setHops = (hops: number) => {
  for (const message of app.queues.jobs) message.body = JSON.stringify({ ...JSON.parse(message.body), hops });
};

it('a job that does not end within the longest chain fails, says why, and gives way to the next one', async () => {
  await seed(app, 1100);
  const job = await local().call('recalculate');
  await app.deliver('jobs', 1);
  expect(JSON.parse(app.queues.jobs[0]!.body)).toMatchObject({ hops: 1 });
  setHops(MOST_HOPS);
  await app.deliver('jobs', 1);
  expect(await testReader(app).job(job)).toMatchObject({ state: 'running', done: 1000 });
  await app.deliver('jobs', 1);
  expect(await testReader(app).job(job)).toMatchObject({
    state: 'failed',
    done: 1000,
    result: { reason: expect.stringMatching(/^It was stopped because it had not ended after 100,000 steps/) },
  });
  expect(app.queues.jobs).toEqual([]);
  expect(app.deadLetters).toEqual([]);

  const next = await local().call('recalculate');
  expect(next.job_id).not.toBe(job.job_id);
  await app.settle();
  expect(await testReader(app).job(next)).toMatchObject({ state: 'done', done: 1100 });
});

it('a message of an earlier start does not stop the job', async () => {
  await seed(app, 1100);
  const job = await local().call('recalculate');
  await app.deliver('jobs', 1);
  setHops(MOST_HOPS + 1);
  const old = app.queues.jobs.splice(0);
  app.advance(30);
  await testReader(app).job(job);
  await app.deliver('jobs', 1);
  app.queues.jobs.unshift(...old);
  await app.settle();
  expect(await testReader(app).job(job)).toMatchObject({ state: 'done', done: 1100 });
});
