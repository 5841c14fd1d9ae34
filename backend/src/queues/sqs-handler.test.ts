import type { SQSEvent } from 'aws-lambda';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { silentLog } from '../../test/harness/app.ts';
import { lambdaContext } from '../../test/harness/api/function-url-event.ts';
import { createSqsHandler } from './sqs-handler.ts';

const eventOf = (ids: string[]) =>
  ({
    Records: ids.map((id) => ({
      messageId: id,
      body: JSON.stringify({ id }),
      attributes: {},
      eventSource: 'aws:sqs',
    })),
  }) as unknown as SQSEvent;

const schema = z.object({ id: z.string() });

it('handles the messages of a batch at once, so that a slow one holds no other back', async () => {
  const story: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const handler = createSqsHandler({
    schema,
    handle: async ({ id }) => {
      // The first message ends only when the last one is done.
      if (id === 'a') await held;
      story.push(id);
      if (id === 'c') release();
    },
    log: silentLog,
  });
  expect(await handler(eventOf(['a', 'b', 'c']), lambdaContext())).toEqual({ batchItemFailures: [] });
  expect(story).toEqual(['b', 'c', 'a']);
});

it('reports failed messages, and passes the others to `after`', async () => {
  const after: string[] = [];
  const handler = createSqsHandler({
    schema,
    handle: async ({ id }) => {
      if (id === 'a') throw new Error('no');
      return id;
    },
    after: async (results) => {
      after.push(...results.map(({ outcome }) => outcome));
    },
    log: silentLog,
  });
  const { batchItemFailures } = await handler(eventOf(['a', 'b', 'c']), lambdaContext());
  expect(batchItemFailures).toEqual([{ itemIdentifier: 'a' }]);
  expect(after).toEqual(['b', 'c']);
});
