import { join } from 'node:path';
import { openJournal } from './journal.ts';
import { createDeduplication } from './queue-entries.ts';
import { foldRecords, queueRecord, snapshotRecords, type QueueRecord } from './queue-records.ts';
import type { LocalQueueOptions } from './queue-types.ts';

/** Below this a journal is not worth rewriting. */
const linesBeforeCompaction = 1000;

/** What a queue holds, in memory and in its journal. Its caller changes `state` before it appends the record of it. */
export const openQueueStore = async ({ name, directory, clock, log, watch }: LocalQueueOptions) => {
  const { journal, records, unreadable } = await openJournal(join(directory, `${name}.jsonl`), (value) =>
    queueRecord.parse(value),
  );
  if (unreadable > 0) log.error('queue journal has unreadable lines', { queue: name, unreadable });

  const state = foldRecords(records);
  const deduplication = createDeduplication(state.seen);
  let isCompacting = false;
  // The journal says less than what happened, until it is compacted.
  let isBehind = false;

  const compact = (): Promise<void> => {
    deduplication.forgetOld(clock.now().getTime());
    return journal.compact(() => {
      isBehind = false;
      return snapshotRecords(state);
    });
  };

  const append = async (added: readonly QueueRecord[]): Promise<void> => {
    try {
      await journal.append(added);
    } catch (error) {
      watch?.note(error);
      throw error;
    }
  };

  return {
    state,
    deduplication,
    append,
    check: journal.check,
    close: journal.close,
    compact,

    /** Appends what happened to messages. Never rejects: unwritten, it only makes them come again after a restart. */
    record: async (added: readonly QueueRecord[]): Promise<void> => {
      try {
        await append(added);
      } catch (error) {
        isBehind = true;
        log.error('queue journal could not be written', { queue: name, error });
      }
    },

    /** Rewrites the journal in the background where most of its lines are history. */
    compactIfWorthIt: (): void => {
      const live = state.messages.size + state.seen.size;
      const isLong = journal.lineCount() >= linesBeforeCompaction + 8 * live;
      if (isCompacting || !(isLong || isBehind)) return;
      isCompacting = true;
      void compact()
        .catch((error: unknown) => {
          isBehind = true;
          log.error('queue journal could not be compacted', { queue: name, error });
        })
        .finally(() => (isCompacting = false));
    },
  };
};
