import { z } from 'zod';

/** Times are milliseconds since 1970. A record holds values, not differences, so reading it twice changes nothing. */
export const queueRecord = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('put'),
    message_id: z.string(),
    body: z.string(),
    /** Rises with every message and every redrive; it is the order within a group. */
    sequence: z.int(),
    sent_at: z.int(),
    visible_at: z.int(),
    group_id: z.string().optional(),
    deduplication_id: z.string().optional(),
  }),
  z.object({ op: z.literal('receive'), message_id: z.string(), receive_count: z.int(), at: z.int() }),
  z.object({
    op: z.literal('retry'),
    message_id: z.string(),
    receive_count: z.int(),
    failures: z.int(),
    first_received_at: z.int().nullable(),
    visible_at: z.int(),
  }),
  z.object({ op: z.literal('ack'), message_id: z.string() }),
  z.object({ op: z.literal('dead'), message_id: z.string(), reason: z.string(), at: z.int() }),
  z.object({ op: z.literal('redrive'), message_id: z.string(), sequence: z.int(), at: z.int() }),
  z.object({ op: z.literal('seen'), deduplication_id: z.string(), at: z.int() }),
]);

export type QueueRecord = z.infer<typeof queueRecord>;

export type QueueMessage = {
  message_id: string;
  body: string;
  sequence: number;
  sent_at: number;
  visible_at: number;
  group_id: string | undefined;
  deduplication_id: string | undefined;
  /** Number of deliveries to the handler. */
  receive_count: number;
  /** Number of deliveries that the handler did not finish; in the other unfinished ones, the process died. */
  failures: number;
  first_received_at: number | null;
  dead: { reason: string; at: number } | null;
};

export type QueueState = {
  /** All messages that are not acknowledged, including the dead letters. */
  messages: Map<string, QueueMessage>;
  /** Deduplication id -> when its message was sent. */
  seen: Map<string, number>;
};

/** Returns the fields of a message that was not delivered yet. */
export const untried = (visibleAt: number) => ({
  visible_at: visibleAt,
  receive_count: 0,
  failures: 0,
  first_received_at: null,
  dead: null,
});

const withoutUndefined = ({ group_id, deduplication_id }: QueueMessage) => ({
  ...(group_id === undefined ? {} : { group_id }),
  ...(deduplication_id === undefined ? {} : { deduplication_id }),
});

export const putRecord = (message: QueueMessage): QueueRecord => ({
  op: 'put',
  message_id: message.message_id,
  body: message.body,
  sequence: message.sequence,
  sent_at: message.sent_at,
  visible_at: message.visible_at,
  ...withoutUndefined(message),
});

export const retryRecord = (message: QueueMessage): QueueRecord => ({
  op: 'retry',
  message_id: message.message_id,
  receive_count: message.receive_count,
  failures: message.failures,
  first_received_at: message.first_received_at,
  visible_at: message.visible_at,
});

const applyToMessage = (
  message: QueueMessage,
  record: Exclude<QueueRecord, { op: 'put' | 'ack' | 'seen' }>,
): void => {
  switch (record.op) {
    case 'receive':
      message.receive_count = record.receive_count;
      message.first_received_at ??= record.at;
      return;
    case 'retry':
      message.receive_count = record.receive_count;
      message.failures = record.failures;
      message.first_received_at = record.first_received_at;
      message.visible_at = record.visible_at;
      return;
    case 'dead':
      message.dead = { reason: record.reason, at: record.at };
      return;
    case 'redrive':
      Object.assign(message, untried(record.at), { sequence: record.sequence });
  }
};

/** Returns the state that the records of a journal describe. */
export const foldRecords = (records: readonly QueueRecord[]): QueueState => {
  const messages = new Map<string, QueueMessage>();
  const seen = new Map<string, number>();
  for (const record of records) {
    switch (record.op) {
      case 'put':
        if (record.deduplication_id !== undefined) seen.set(record.deduplication_id, record.sent_at);
        if (!messages.has(record.message_id)) {
          const { op: _, ...stored } = record;
          messages.set(record.message_id, {
            ...stored,
            group_id: stored.group_id,
            deduplication_id: stored.deduplication_id,
            ...untried(stored.visible_at),
          });
        }
        break;
      case 'ack':
        messages.delete(record.message_id);
        break;
      case 'seen':
        seen.set(record.deduplication_id, record.at);
        break;
      case 'receive':
      case 'retry':
      case 'dead':
      case 'redrive': {
        const message = messages.get(record.message_id);
        if (message !== undefined) applyToMessage(message, record);
      }
    }
  }
  return { messages, seen };
};

/** Returns the fewest records that describe this state. */
export const snapshotRecords = (state: QueueState): QueueRecord[] => [
  ...[...state.messages.values()].flatMap((message) => [
    putRecord(message),
    ...(message.receive_count > 0 ? [retryRecord(message)] : []),
    ...(message.dead === null
      ? []
      : [{ op: 'dead' as const, message_id: message.message_id, ...message.dead }]),
  ]),
  ...[...state.seen].map(([deduplication_id, at]) => ({ op: 'seen' as const, deduplication_id, at })),
];
