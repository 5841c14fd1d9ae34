import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTable, type EmbeddedTable } from '../table/local-table.ts';
import { takeFormerJournal } from './former-journal.ts';

describe('the journal of an earlier version', () => {
  let directory = '';
  let table: EmbeddedTable;
  const errors: unknown[] = [];
  const log = { info: () => {}, warn: () => {}, error: (_: string, fields?: object) => errors.push(fields) };
  beforeEach(async () => {
    directory = join(await mkdtemp(join(tmpdir(), 'omomi-former-')), 'queues');
    await mkdir(directory);
    table = openTable(':memory:', 'queues');
    errors.length = 0;
  });
  afterEach(async () => {
    table.close();
    await rm(join(directory, '..'), { recursive: true });
  });

  const path = (queue = 'score') => join(directory, `${queue}.jsonl`);
  const put = (message_id: string, sequence: number) => ({
    op: 'put',
    message_id,
    body: `body of ${message_id}`,
    sequence,
    sent_at: 1000,
    visible_at: 2000,
  });
  const take = () => takeFormerJournal(table, directory, 'score', log);
  const messages = () => [...table.queues.read('score').values()];

  it('is taken over once, with all that happened to its messages, and deleted', async () => {
    const records = [
      put('waits', 1),
      put('done', 2),
      put('dead', 3),
      put('revived', 4),
      { ...put('of-a-group', 5), group_id: 'g', deduplication_id: 'd' },
      { op: 'receive', message_id: 'waits', receive_count: 2, at: 3000 },
      { op: 'receive', message_id: 'done', receive_count: 1, at: 3000 },
      { op: 'ack', message_id: 'done' },
      {
        op: 'retry',
        message_id: 'dead',
        receive_count: 5,
        failures: 5,
        first_received_at: 3000,
        visible_at: 9000,
      },
      { op: 'dead', message_id: 'dead', reason: 'why', at: 4000 },
      { op: 'dead', message_id: 'revived', reason: 'why', at: 4000 },
      { op: 'redrive', message_id: 'revived', sequence: 9, at: 5000 },
      { op: 'seen', deduplication_id: 'd', at: 1000 },
    ];
    const lines = records.map((record) => JSON.stringify(record));
    // A process that was killed left the beginning of a line.
    await writeFile(path(), [...lines, 'nonsense', '', '{"op":"put","message_id":"half'].join('\n'));
    await take();
    const fresh = { sent_at: 1000, visible_at: 2000, receive_count: 0, failures: 0, dead: null };
    expect(messages()).toMatchObject([
      { ...fresh, message_id: 'waits', body: 'body of waits', receive_count: 2, first_received_at: 3000 },
      { message_id: 'dead', failures: 5, visible_at: 9000, dead: { reason: 'why', at: 4000 } },
      { ...fresh, message_id: 'of-a-group' },
      { ...fresh, message_id: 'revived', sequence: 9, visible_at: 5000, first_received_at: null },
    ]);
    expect(errors).toEqual([{ queue: 'score', unreadable: 1 }]);
    expect(existsSync(directory)).toBe(false);

    await table.queues.change('score', [{ op: 'remove', message_id: 'waits' }]);
    await take();
    expect(messages().map(({ message_id }) => message_id)).toEqual(['dead', 'of-a-group', 'revived']);
  });

  it('changes nothing that was taken over already, if the process died before it was deleted', async () => {
    await writeFile(path(), `${JSON.stringify(put('waits', 1))}\n`);
    await take();
    const [message] = messages();
    await table.queues.change('score', [{ op: 'update', message: { ...message!, receive_count: 3 } }]);
    await mkdir(directory);
    await writeFile(path(), `${JSON.stringify(put('waits', 1))}\n`);
    await writeFile(join(directory, 'fetch.jsonl'), '');
    await take();
    expect(messages()).toMatchObject([{ message_id: 'waits', receive_count: 3 }]);
    expect(existsSync(join(directory, 'fetch.jsonl'))).toBe(true);
  });

  it('of the queue of feeds and of that of pages are one queue afterwards', async () => {
    await writeFile(path('fetch'), `${JSON.stringify({ ...put('feed', 1), body: '{"feed_id":"1"}' })}\n`);
    await writeFile(path('pages'), `${JSON.stringify({ ...put('page', 2), body: '{"kind":"icon"}' })}\n`);
    for (const queue of ['fetch', 'pages']) await takeFormerJournal(table, directory, queue, log);
    expect([...table.queues.read('fetch').values()]).toMatchObject([
      { message_id: 'feed', body: '{"kind":"feed","feed_id":"1"}' },
      { message_id: 'page', body: '{"kind":"icon"}' },
    ]);
    expect(table.queues.read('pages').size).toBe(0);
  });
});
