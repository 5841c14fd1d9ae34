import type { MessageChange, QueueMessage } from '../table/message-rows.ts';
import type { LocalQueueOptions } from './queue-types.ts';

/**
 * Opens the messages of a queue, in memory and in the table's file. The caller changes them before it records the
 * change.
 */
export const openQueueStore = ({ name, rows, log, watch }: LocalQueueOptions) => {
  /** Changes that could not be written. A message that is named here may have changed again. */
  let unwritten: MessageChange[] = [];

  const write = async (changes: readonly MessageChange[]): Promise<void> => {
    try {
      await rows.change(name, changes);
    } catch (error) {
      watch?.note(error);
      throw error;
    }
  };

  return {
    /** All messages that are not acknowledged, the dead letters included, by id, in their order. */
    messages: rows.read(name),

    /** Adds messages: all of them, or none if it throws. */
    add: (messages: readonly QueueMessage[]): Promise<void> =>
      write(messages.map((message) => ({ op: 'add', message }))),

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
