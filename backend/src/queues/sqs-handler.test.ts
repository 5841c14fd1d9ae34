import type { SQSEvent } from 'aws-lambda';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { silentLog } from '../../test/harness/app.ts';
import { lambdaContext } from '../../test/harness/api/function-url-event.ts';
import { createSqsHandler } from './sqs-handler.ts';

const eventOf = (messages: { id: string; group?: string }[]) =>
  ({
    Records: messages.map(({ id, group }) => ({
      messageId: id,
      body: JSON.stringify({ id }),
      attributes: group === undefined ? {} : { MessageGroupId: group },
      eventSource: 'aws:sqs',
    })),
  }) as unknown as SQSEvent;

const schema = z.object({ id: z.string() });

/** A clock on which a pause of a second passes at once, and the times at which the messages were handled. */
const timeline = () => {
  let time = 0;
  const handled: { id: string; at: number }[] = [];
  return {
    handled,
    pauseAfter: async () => {
      time += 1000;
    },
    handle: async ({ id }: { id: string }) => {
      handled.push({ id, at: time });
    },
  };
};

it('pauses for a second between two messages of a group, also from one batch to the next', async () => {
  const { handled, ...steps } = timeline();
  const handler = createSqsHandler({ schema, ...steps, log: silentLog });
  const ids = ['a1', 'a2', 'a3', 'a4', 'a5'];
  const messages = ids.map((id) => ({ id, group: 'a' }));
  await handler(eventOf(messages.slice(0, 2)), lambdaContext());
  // Another process may take the next batch; it knows nothing of the first.
  const other = createSqsHandler({ schema, ...steps, log: silentLog });
  await other(eventOf(messages.slice(2, 3)), lambdaContext());
  await handler(eventOf(messages.slice(3)), lambdaContext());
  expect(handled).toEqual(ids.map((id, at) => ({ id, at: at * 1000 })));
});

it('pauses after a message that failed, and not after one without a group', async () => {
  const story: string[] = [];
  const handler = createSqsHandler({
    schema,
    handle: async ({ id }) => {
      if (id === 'a1') throw new Error('no');
    },
    pauseAfter: async (group) => {
      story.push(group);
    },
    log: silentLog,
  });
  await handler(eventOf([{ id: 'a1', group: 'a' }, { id: 'b1' }]), lambdaContext());
  expect(story).toEqual(['a']);
});

it('reports the batch before it pauses for the last time', async () => {
  const story: string[] = [];
  const note = (step: string) => async () => {
    story.push(step);
  };
  const handler = createSqsHandler({
    schema,
    handle: note('handled'),
    after: note('reported'),
    pauseAfter: () => new Promise((resolve) => setImmediate(resolve)).then(note('paused')),
    log: silentLog,
  });
  await handler(eventOf([{ id: 'a1', group: 'a' }]), lambdaContext());
  expect(story).toEqual(['handled', 'reported', 'paused']);
});

it('runs the messages of a group one after another while other groups go on', async () => {
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
    pauseAfter: async (group) => {
      if (group === 'a') await held;
    },
    log: silentLog,
  });
  const messages = ['a1', 'a2', 'b1', 'b2'].map((id) => ({ id, group: id.charAt(0) }));
  const response = await handler(eventOf(messages), lambdaContext());
  expect(response.batchItemFailures).toEqual([]);
  expect(story.indexOf('a2')).toBeGreaterThan(story.indexOf('b2'));
});

it('reports failed messages and the later ones of their groups, and passes others to `after`', async () => {
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
