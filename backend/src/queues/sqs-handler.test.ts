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

it('puts a message back that has to wait, and the later ones of its group unasked; others go on', async () => {
  const handled: string[] = [];
  const asked: string[] = [];
  const after: string[] = [];
  const errors: string[] = [];
  const handler = createSqsHandler({
    schema,
    waitFor: async ({ id }) => {
      asked.push(id);
      return id === 'a2' ? 900 : 0;
    },
    handle: async ({ id }) => {
      handled.push(id);
    },
    after: async (results) => {
      after.push(...results.map(({ message }) => message.id));
    },
    log: { ...silentLog, error: (text) => errors.push(text) },
  });
  const messages = ['a1', 'a2', 'a3', 'b1', 'a4'].map((id) => ({ id, group: id.charAt(0) }));
  const { batchItemFailures, put_back } = await handler(eventOf(messages), lambdaContext());
  const ids = ['a2', 'a3', 'a4'];
  expect(put_back).toEqual(ids.map((itemIdentifier) => ({ itemIdentifier, wait_ms: 900 })));
  // A runner that does not read `put_back` must still not acknowledge these messages.
  expect(batchItemFailures).toEqual(ids.map((itemIdentifier) => ({ itemIdentifier })));
  expect(handled.toSorted()).toEqual(['a1', 'b1']);
  expect(after.toSorted()).toEqual(['a1', 'b1']);
  expect(asked).not.toContain('a3');
  expect(errors).toEqual([]);
});

it('counts a message as failed, not as put back, if its turn cannot be asked for', async () => {
  const handler = createSqsHandler({
    schema,
    waitFor: () => Promise.reject(new Error('the table fails')),
    handle: async () => {},
    log: silentLog,
  });
  const messages = ['a1', 'a2'].map((id) => ({ id, group: 'a' }));
  expect(await handler(eventOf(messages), lambdaContext())).toEqual({
    batchItemFailures: [{ itemIdentifier: 'a1' }, { itemIdentifier: 'a2' }],
    put_back: [],
  });
});

it('runs the messages of a group one after another while other groups go on', async () => {
  const story: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const handler = createSqsHandler({
    schema,
    handle: async ({ id }) => {
      // The first message of group a ends only when group b is done.
      if (id === 'a1') await held;
      story.push(id);
      if (id === 'b2') release();
    },
    log: silentLog,
  });
  const messages = ['a1', 'a2', 'b1', 'b2'].map((id) => ({ id, group: id.charAt(0) }));
  const response = await handler(eventOf(messages), lambdaContext());
  expect(response.batchItemFailures).toEqual([]);
  expect(story).toEqual(['b1', 'b2', 'a1', 'a2']);
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
