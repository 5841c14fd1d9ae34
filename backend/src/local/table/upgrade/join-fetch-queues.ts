import type { DatabaseSync } from 'node:sqlite';
import { textOf } from '../schema.ts';

/*
 * Versions before format 3 had the queue `pages` for what is asked of other sites, and the queue `fetch` for feeds alone, whose messages named no
 * kind. The messages of a group were delivered in order, and those with the id of an earlier one were dropped.
 */

/** Returns the queue that has the messages of a former queue today. */
export const queueToday = (former: string): string => (former === 'pages' ? 'fetch' : former);

/** Returns the body that a message of a former queue has today. */
export const bodyToday = (former: string, body: string): string => {
  if (former !== 'fetch') return body;
  try {
    const message: object = JSON.parse(body);
    return 'kind' in message ? body : JSON.stringify({ kind: 'feed', ...message });
  } catch {
    // Nothing can read it, so it becomes a dead letter, or stays one.
    return body;
  }
};

/** The columns of messages that only groups and dropped copies needed. */
const FORMER_COLUMNS = ['group_id', 'deduplication_id'];

/** Makes one queue of the two, and drops what only the order of groups needed. A table that has been restored may lack some of it. */
export const joinFetchQueues = (database: DatabaseSync): void => {
  const update = database.prepare('UPDATE messages SET queue = ?, body = ? WHERE id = ?');
  const rows = database
    .prepare("SELECT id, queue, body FROM messages WHERE queue IN ('fetch', 'pages')")
    .all()
    .map(({ id, queue, body }) => ({ id: id ?? null, former: textOf(queue), body: textOf(body) }));
  for (const { id, former, body } of rows) update.run(queueToday(former), bodyToday(former, body), id);
  const columns = database.prepare("SELECT name FROM pragma_table_info('messages')").all();
  for (const name of FORMER_COLUMNS)
    if (columns.some((column) => column['name'] === name))
      database.exec(`ALTER TABLE messages DROP COLUMN ${name}`);
  database.exec('DROP TABLE IF EXISTS sent_ids');
};
