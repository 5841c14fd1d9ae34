import type { SQSEvent } from 'aws-lambda';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { silentLog } from '../../test/harness/app.ts';
import { lambdaContext } from '../../test/harness/api/function-url-event.ts';
import { createSqsHandler } from './sqs-handler.ts';

const eventOf = (messages: { id: string; group: string }[]) =>
  ({
    Records: messages.map(({ id, group }) => ({
      messageId: id,
      body: JSON.stringify({ id }),
      attributes: { MessageGroupId: group },
      eventSource: 'aws:sqs',
    })),
  }) as unknown as SQSEvent;

const schema = z.object({ id: z.string() });

it('keeps the order in a group, with a pause between, while other groups go on', async () => {
  const story: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const handler = createSqsHandler({
    schema,
    handle: async ({ id }) => {
      story.push(id);
      if (id === 'b2') release();
    },
    // The pause of group a ends only when group b is done.
    pauseInGroup: async () => {
      story.push('pause');
      if (!story.includes('b1') || story.filter((step) => step === 'pause').length === 1) await held;
    },
    log: silentLog,
  });
  const response = await handler(
    eventOf([
      { id: 'a1', group: 'a' },
      { id: 'a2', group: 'a' },
      { id: 'b1', group: 'b' },
      { id: 'b2', group: 'b' },
    ]),
    lambdaContext(),
  );
  expect(response.batchItemFailures).toEqual([]);
  expect(story.indexOf('a2')).toBeGreaterThan(story.indexOf('b2'));
  expect(story.filter((step) => step === 'pause')).toHaveLength(2);
});

it('reports what failed and its followers in the group, and hands the rest to `after`', async () => {
  const after: string[] = [];
  const handler = createSqsHandler({
    schema,
    handle: async ({ id }) => {
      if (id === 'a1') throw new Error('no');
      return id;
    },
    after: async (results) => {
      after.push(...results.map(({ outcome }) => outcome));
    },
    log: silentLog,
  });
  const messages = ['a1', 'a2', 'b1'].map((id) => ({ id, group: id.charAt(0) }));
  const { batchItemFailures } = await handler(eventOf(messages), lambdaContext());
  expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(['a1', 'a2']);
  expect(after).toEqual(['b1']);
});
