import type { MessageChange, QueueMessage } from '../table/message-rows.ts';
import { createDeduplication, REMEMBERED_MS } from './queue-memory.ts';
import type { LocalQueueOptions } from './queue-types.ts';

/**
 * Opens the messages of a queue, in memory and in the table's file. The caller changes `state` before it records the
 * change.
 */
export const openQueueStore = ({ name, rows, clock, log, watch }: LocalQueueOptions) => {
  const state = rows.read(name);
  const deduplication = createDeduplication(state.seen);
  /** Changes that could not be written. A message that is named here may have changed again. */
  let unwritten: MessageChange[] = [];
  let forgotAt = 0;

  const write = async (changes: readonly MessageChange[]): Promise<void> => {
    try {
      await rows.change(name, changes);
    } catch (error) {
      watch?.note(error);
      throw error;
    }
  };

  return {
    state,
    deduplication,

    /** Adds messages: all of them, or none if it throws. */
    add: async (messages: readonly QueueMessage[]): Promise<void> => {
      const at = clock.now().getTime();
      if (at - forgotAt >= REMEMBERED_MS) {
        forgotAt = at;
        deduplication.forgetOld(at);
        await rows.forgetSentIds(name, at - REMEMBERED_MS);
      }
      await write(messages.map((message) => ({ op: 'add', message })));
    },

    /**
     * Writes what happened to messages. Never rejects, because a missing change only means that its message is
     * delivered again after a restart. What could not be written is written with the next change.
     */
    record: async (changes: readonly MessageChange[]): Promise<void> => {
      const all = [...unwritten, ...changes];
      unwritten = [];
      if (all.length === 0) return;
      try {
        await write(all);
      } catch (error) {
        unwritten = [...all, ...unwritten];
        log.error('messages could not be written', { queue: name, error });
      }
    },
  };
};
