import { existsSync } from 'node:fs';
import { readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Log } from '../../logging/log.ts';
import type { EmbeddedTable } from '../table/local-table.ts';
import { untried, type QueueMessage } from '../table/message-rows.ts';
import { bodyToday, queueToday } from '../table/upgrade/migrations.ts';

/*
 * Earlier versions kept the messages of a queue in a journal, a file of JSON lines beside the table. Each line tells what
 * happened to a message; the values are whole, so that a line that is read twice changes nothing.
 */

const counts = { receive_count: z.int(), failures: z.int(), first_received_at: z.int().nullable() };

const formerRecord = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('put'),
    message_id: z.string(),
    body: z.string(),
    sequence: z.int(),
    sent_at: z.int(),
    visible_at: z.int(),
  }),
  z.object({ op: z.literal('receive'), message_id: z.string(), receive_count: z.int(), at: z.int() }),
  z.object({ op: z.literal('retry'), message_id: z.string(), ...counts, visible_at: z.int() }),
  z.object({ op: z.literal('ack'), message_id: z.string() }),
  z.object({ op: z.literal('dead'), message_id: z.string(), reason: z.string(), at: z.int() }),
  z.object({ op: z.literal('redrive'), message_id: z.string(), sequence: z.int(), at: z.int() }),
  z.object({ op: z.literal('seen') }),
]);

type FormerRecord = z.infer<typeof formerRecord>;

const changed = (message: QueueMessage, record: FormerRecord): QueueMessage => {
  switch (record.op) {
    case 'receive':
      return {
        ...message,
        receive_count: record.receive_count,
        first_received_at: message.first_received_at ?? record.at,
      };
    case 'retry': {
      const { receive_count, failures, first_received_at, visible_at } = record;
      return { ...message, receive_count, failures, first_received_at, visible_at };
    }
    case 'dead':
      return { ...message, dead: { reason: record.reason, at: record.at } };
    case 'redrive':
      return { ...message, ...untried(record.at), sequence: record.sequence };
    case 'put':
    case 'ack':
    case 'seen':
      return message;
  }
};

/** Returns the messages that the lines of a journal leave, and the number of lines that cannot be read. */
const messagesOf = (text: string): { messages: QueueMessage[]; unreadable: number } => {
  const messages = new Map<string, QueueMessage>();
  let unreadable = 0;
  // Text after the last line end is of a write that was cut off.
  for (const line of text.split('\n').slice(0, -1)) {
    if (line === '') continue;
    const record = parseLine(line);
    if (record === null) unreadable += 1;
    else if (record.op === 'ack') messages.delete(record.message_id);
    else if (record.op === 'put' && !messages.has(record.message_id)) {
      const { op: _, ...stored } = record;
      messages.set(record.message_id, { ...stored, ...untried(stored.visible_at) });
    } else if (record.op !== 'seen') {
      const message = messages.get(record.message_id);
      if (message !== undefined) messages.set(record.message_id, changed(message, record));
    }
  }
  return { messages: [...messages.values()], unreadable };
};

const parseLine = (line: string): FormerRecord | null => {
  try {
    return formerRecord.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
};

/**
 * Takes the messages of a queue over from the journal of an earlier version, which may be of a former queue, once: the journal is deleted when the
 * messages are on the disk. Call it before the queues are opened.
 */
export const takeFormerJournal = async (
  { queues, sync }: Pick<EmbeddedTable, 'queues' | 'sync'>,
  directory: string,
  queue: string,
  log: Log,
): Promise<void> => {
  const path = join(directory, `${queue}.jsonl`);
  if (!existsSync(path)) return;
  const { messages, unreadable } = messagesOf(await readFile(path, 'utf8'));
  if (unreadable > 0) log.error('queue journal has unreadable lines', { queue, unreadable });
  await queues.change(
    queueToday(queue),
    messages.map((message) => ({ op: 'add', message: { ...message, body: bodyToday(queue, message.body) } })),
  );
  sync();
  await rm(path);
  if ((await readdir(directory)).length === 0) await rmdir(directory);
};
