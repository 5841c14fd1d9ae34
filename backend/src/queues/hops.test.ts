import type { SQSEvent } from 'aws-lambda';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { lambdaContext } from '../../test/harness/api/function-url-event.ts';
import { silentLog } from '../../test/harness/app.ts';
import { runs } from '../../test/harness/property-runs.ts';
import { MOST_HOPS } from './hops.ts';
import type { FetchMessage } from './messages.ts';
import { sendBy } from './outgoing.ts';
import { createSqsHandler } from './sqs-handler.ts';

const eventOf = (bodies: string[]) =>
  ({
    Records: bodies.map((body, index) => ({
      messageId: `m${index}`,
      body,
      attributes: {},
      eventSource: 'aws:sqs',
    })),
  }) as unknown as SQSEvent;

const job = { user_id: 'ann', job_id: 'job-00001', kind: 'cleanup' } as const;
const schema = z.object({ id: z.string() });

it('counts the messages of a chain, across queues and messages of one batch', async () => {
  const score = { feed_id: 'f', article_ids: ['1'], sent_at: '' };
  const page: FetchMessage = { kind: 'icon', feed_id: 'f', icon_hash: null, steps: [], tried: [] };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(fc.nat(MOST_HOPS), { nil: undefined }), { minLength: 1, maxLength: 5 }),
      fc.constantFrom('jobs', 'score', 'fetch'),
      async (chains, queue) => {
        const sent: number[] = [];
        const put = async (messages: { body: string }[]) => {
          for (const { body } of messages) sent.push(JSON.parse(body).hops);
        };
        const handler = createSqsHandler({
          schema,
          handle: async () => {
            // Others of the batch run in between.
            await Promise.resolve();
            if (queue === 'jobs') await sendBy(put)([job]);
            else if (queue === 'score') await sendBy(put)([score]);
            else await sendBy(put)([page]);
          },
          log: silentLog,
        });
        const bodies = chains.map((hops) => JSON.stringify({ id: 'a', hops }));
        expect(await handler(eventOf(bodies), lambdaContext())).toMatchObject({ batchItemFailures: [] });
        const inOrder = (hops: number[]) => hops.toSorted((a, b) => a - b);
        expect(inOrder(sent)).toEqual(inOrder(chains.map((hops = 0) => hops + 1)));
      },
    ),
    { numRuns: runs(100) },
  );
});

it('begins a chain with a message that no handler sends', async () => {
  const sent: string[] = [];
  await sendBy(async (messages) => void sent.push(...messages.map(({ body }) => body)))([job]);
  expect(sent).toEqual([JSON.stringify(job)]);
});

it('ends a chain that is longer than any work needs: nothing is handled, and the log tells', async () => {
  const handled: string[] = [];
  const lines: unknown[] = [];
  const given: string[] = [];
  const parts = {
    schema,
    handle: async ({ id }: { id: string }) => void handled.push(id),
    log: { ...silentLog, error: (message: string, fields?: object) => lines.push({ message, ...fields }) },
  };
  const bodies = [
    JSON.stringify({ id: 'last', hops: MOST_HOPS }),
    JSON.stringify({ id: 'beyond', hops: MOST_HOPS + 1 }),
  ];
  const failing = await createSqsHandler(parts)(eventOf(bodies), lambdaContext());
  expect(failing.batchItemFailures).toEqual([{ itemIdentifier: 'm1' }]);
  expect(lines).toMatchObject([
    { message: 'chain stopped', message_id: 'm1', hops: MOST_HOPS + 1 },
    { message: 'message failed', error: { name: 'ChainTooLongError' } },
  ]);

  const giveUp = async ({ id }: { id: string }) => void given.push(id);
  const ended = await createSqsHandler({ ...parts, giveUp })(eventOf(bodies), lambdaContext());
  expect(ended.batchItemFailures).toEqual([]);
  expect(given).toEqual(['beyond']);
  expect(handled).toEqual(['last', 'last']);
});
