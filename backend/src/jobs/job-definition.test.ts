import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { sampleJob } from '../../test/harness/samples/storage-samples.ts';
import { inSlices } from './job-definition.ts';
import { runs } from '../../test/harness/property-runs.ts';

const message = { user_id: 'ann', job_id: 'job-00001', kind: 'cleanup' } as const;
const job = sampleJob(message.user_id, message.job_id);
const position = z.object({
  after: z.string().nullable(),
  seen: z.int(),
  at: z.codec(z.iso.datetime(), z.date(), {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  }),
});

it('a slice always gets the position that the slice before it returned, and the first one gets none', async () => {
  const positions = fc.record({
    after: fc.option(fc.string()),
    seen: fc.maxSafeInteger(),
    at: fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
  });
  await fc.assert(
    fc.asyncProperty(positions, async (cursor) => {
      const got: unknown[] = [];
      const run = inSlices(position, (_, from) => {
        got.push(from);
        return Promise.resolve(
          from === null
            ? { state: 'more', cursor, done: 1, total: null, delay_seconds: 5 }
            : { state: 'done', done: 2, result: {} },
        );
      });
      const step = await run(job, message);
      if (step.state !== 'more') throw new Error('the first slice is not the last one');
      expect(step).toMatchObject({ done: 1, total: null, delay_seconds: 5 });
      expect(await run(job, { ...message, cursor: step.cursor })).toEqual({
        state: 'done',
        done: 2,
        result: {},
      });
      expect(got).toEqual([null, cursor]);
    }),
    { numRuns: runs(100) },
  );
});

it.each(['', 'null', '{}', '{"after":1,"seen":0,"at":"2026-03-01T08:00:00Z"}'])(
  'refuses a position that no slice wrote, without running a slice: %s',
  async (cursor) => {
    let slices = 0;
    const run = inSlices(position, () => {
      slices += 1;
      return Promise.resolve({ state: 'waiting', total: 1 });
    });
    await expect(run(job, { ...message, cursor })).rejects.toThrow(/JSON|invalid/);
    expect(slices).toBe(0);
  },
);
