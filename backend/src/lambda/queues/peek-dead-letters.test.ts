import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { SQSClient } from '@aws-sdk/client-sqs';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runs } from '../../../test/harness/property-runs.ts';
import { peekDeadLetters } from './peek-dead-letters.ts';

type Letter = { id: string; group: string; isHidden: boolean };
type Input = {
  MaxNumberOfMessages: number;
  VisibilityTimeout: number;
  Entries: { ReceiptHandle: string; VisibilityTimeout: number }[];
};

let letters: Letter[];
let failsToShow: boolean;
let server: Server;
let sqs: SQSClient;

/** Returns what a FIFO queue gives out: its oldest messages, none of a group of which one is hidden. */
const receive = ({ MaxNumberOfMessages, VisibilityTimeout }: Input) => {
  const held = new Set(letters.filter(({ isHidden }) => isHidden).map(({ group }) => group));
  const given = letters.filter(({ group }) => !held.has(group)).slice(0, MaxNumberOfMessages);
  for (const letter of given) letter.isHidden = VisibilityTimeout > 0;
  return {
    Messages: given.map(({ id, group }) => ({
      MessageId: id,
      ReceiptHandle: id,
      Body: id,
      MD5OfBody: createHash('md5').update(id).digest('hex'),
      Attributes: { SentTimestamp: '1772352000000', MessageGroupId: group },
    })),
  };
};

const change = ({ Entries }: Input) => {
  for (const { ReceiptHandle, VisibilityTimeout } of Entries)
    for (const letter of letters) if (letter.id === ReceiptHandle) letter.isHidden = VisibilityTimeout > 0;
  return { Successful: [], Failed: [] };
};

beforeEach(async () => {
  failsToShow = false;
  server = createServer(async (request, response) => {
    const input = (await json(request)) as Input;
    const isReceive = request.headers['x-amz-target'] === 'AmazonSQS.ReceiveMessage';
    response.writeHead(!isReceive && failsToShow ? 500 : 200, {
      'content-type': 'application/x-amz-json-1.0',
    });
    response.end(JSON.stringify(isReceive ? receive(input) : failsToShow ? {} : change(input)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  sqs = new SQSClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'x', secretAccessKey: 'y' },
    maxAttempts: 1,
  });
});
afterEach(() => {
  sqs.destroy();
  server.closeAllConnections();
  server.close();
});

const fill = (groups: readonly string[]) => {
  letters = groups.map((group, at) => ({ id: `letter-${at}`, group, isHidden: false }));
};
const peek = async (limit = 50) =>
  (await peekDeadLetters(sqs, 'http://sqs/1/fetch-dlq.fifo', limit)).map(({ message_id }) => message_id);

it('shows all 14 dead letters of a FIFO queue, and leaves them as they were', async () => {
  fill(Array.from({ length: 14 }, (_, at) => `host-${at % 5}`));
  expect((await peek()).toSorted()).toEqual(letters.map(({ id }) => id).toSorted());
  expect(letters.filter(({ isHidden }) => isHidden)).toEqual([]);
});

it('shows every letter of every group, up to ten of one, in whatever order they came', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 40 }),
      async (groups) => {
        fill(groups);
        const shown = new Set(await peek());
        for (const group of new Set(groups)) {
          const own = letters.filter((letter) => letter.group === group);
          expect(own.filter(({ id }) => shown.has(id)).length).toBeGreaterThanOrEqual(
            Math.min(own.length, 10),
          );
        }
        expect(letters.filter(({ isHidden }) => isHidden)).toEqual([]);
      },
    ),
    { numRuns: runs(100) },
  );
});

it('shows no more than asked for, and answers even if SQS does not show them again at once', async () => {
  fill(Array.from({ length: 30 }, (_, at) => `host-${at}`));
  expect(await peek(25)).toHaveLength(25);
  failsToShow = true;
  fill(['a', 'a', 'b']);
  expect(await peek()).toHaveLength(3);
});
