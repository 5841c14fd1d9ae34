import { numberOf, textOf, type TableFile } from './schema.ts';

/** A message of a queue. Times are milliseconds since 1970. */
export type QueueMessage = {
  message_id: string;
  body: string;
  /** Rises with every message and every redrive; it is the order in which they are read. */
  sequence: number;
  sent_at: number;
  visible_at: number;
  /** Number of deliveries to the handler. */
  receive_count: number;
  /** Number of deliveries that the handler did not finish; in the other unfinished ones, the process died. */
  failures: number;
  first_received_at: number | null;
  dead: { reason: string; at: number } | null;
};

/** Returns the fields of a message that was not delivered yet. */
export const untried = (visibleAt: number) => ({
  visible_at: visibleAt,
  receive_count: 0,
  failures: 0,
  first_received_at: null,
  dead: null,
});

/** A change of a queue: a new message, another state of one, or its end. Made again, it changes nothing. */
export type MessageChange =
  | { op: 'add' | 'update'; message: Readonly<QueueMessage> }
  | { op: 'remove'; message_id: string };

const ADD = `INSERT INTO messages (queue, message_id, body, sequence, sent_at, visible_at, receive_count,
  failures, first_received_at, dead_reason, dead_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (queue, message_id) DO NOTHING`;

const UPDATE = `UPDATE messages SET sequence = ?, visible_at = ?, receive_count = ?, failures = ?, first_received_at = ?,
  dead_reason = ?, dead_at = ? WHERE queue = ? AND message_id = ?`;

const toMessage = (row: Record<string, unknown>): QueueMessage => ({
  message_id: textOf(row['message_id']),
  body: textOf(row['body']),
  sequence: numberOf(row['sequence']),
  sent_at: numberOf(row['sent_at']),
  visible_at: numberOf(row['visible_at']),
  receive_count: numberOf(row['receive_count']),
  failures: numberOf(row['failures']),
  first_received_at: typeof row['first_received_at'] === 'number' ? row['first_received_at'] : null,
  dead: row['dead_at'] === null ? null : { reason: textOf(row['dead_reason']), at: numberOf(row['dead_at']) },
});

/** Creates the reads and writes of queues' messages, which are in the table's file, so that the two never disagree. */
export const createMessageRows = ({ attempt, prepared }: TableFile) => {
  const apply = (queue: string, change: MessageChange): void => {
    if (change.op === 'remove') {
      prepared('DELETE FROM messages WHERE queue = ? AND message_id = ?').run(queue, change.message_id);
      return;
    }
    const { message } = change;
    const { message_id, body, sequence, sent_at, visible_at, receive_count, failures } = message;
    const { first_received_at, dead } = message;
    const [reason, at] = [dead?.reason ?? null, dead?.at ?? null];
    if (change.op === 'update') {
      const state = [sequence, visible_at, receive_count, failures, first_received_at, reason, at];
      prepared(UPDATE).run(...state, queue, message_id);
      return;
    }
    const state = [receive_count, failures, first_received_at, reason, at];
    prepared(ADD).run(queue, message_id, body, sequence, sent_at, visible_at, ...state);
  };

  return {
    /** Returns all messages that are not acknowledged, the dead letters included, by id, in their order. */
    readQueue: (queue: string): Map<string, QueueMessage> =>
      attempt(() => {
        const rows = prepared('SELECT * FROM messages WHERE queue = ? ORDER BY sequence').all(queue);
        return new Map(rows.map(toMessage).map((message) => [message.message_id, message]));
      }),

    /** Makes these changes in their order. */
    changeQueue: (queue: string, changes: readonly MessageChange[]): void =>
      attempt(() => {
        for (const change of changes) apply(queue, change);
      }),
  };
};
