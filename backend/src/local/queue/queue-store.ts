import { join } from 'node:path';
import { openJournal, type Journal } from './journal/journal.ts';
import { createDeduplication } from './queue-entries.ts';
import {
  foldRecords,
  queueRecord,
  snapshotRecords,
  type QueueRecord,
  type QueueState,
} from './queue-records.ts';
import type { LocalQueueOptions } from './queue-types.ts';

/** Number of lines below which it is not worth rewriting a journal. */
const minLinesToCompact = 1000;
/** Number of lines per live message or deduplication id above which most of a journal is history. */
const maxLinesPerEntry = 8;

/**
 * Opens the messages of a queue, in memory and in its journal. The caller changes `state` before it appends the record
 * of the change.
 */
export const openQueueStore = async ({ name, directory, clock, log, watch }: LocalQueueOptions) => {
  const { journal, records, unreadable } = await openJournal(join(directory, `${name}.jsonl`), (value) =>
    queueRecord.parse(value),
  );
  if (unreadable > 0) log.error('queue journal has unreadable lines', { queue: name, unreadable });

  const state = foldRecords(records);
  const deduplication = createDeduplication(state.seen);
  const forgetOld = () => deduplication.forgetOld(clock.now().getTime());
  const compaction = createCompaction(journal, state, forgetOld, (error) =>
    log.error('queue journal could not be compacted', { queue: name, error }),
  );

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
    ...compaction,

    /**
     * Appends what happened to messages. Never rejects, because a missing record only means that its message is
     * delivered again after a restart.
     */
    record: async (added: readonly QueueRecord[]): Promise<void> => {
      try {
        await append(added);
      } catch (error) {
        compaction.noteMissingRecords();
        log.error('queue journal could not be written', { queue: name, error });
      }
    },
  };
};

const createCompaction = (
  journal: Journal<QueueRecord>,
  state: QueueState,
  forgetOld: () => void,
  onError: (error: unknown) => void,
) => {
  let isCompacting = false;
  let lacksRecords = false;

  const noteMissingRecords = (): void => {
    lacksRecords = true;
  };

  /** Rewrites the journal. Rejects as the journal's `compact` does; the old journal then stays. */
  const compact = (): Promise<void> => {
    forgetOld();
    return journal.compact(() => {
      lacksRecords = false;
      return snapshotRecords(state);
    });
  };

  /** Rewrites the journal in the background if it lacks records or if most of its lines are history. */
  const compactIfWorthIt = (): void => {
    const live = state.messages.size + state.seen.size;
    const isLong = journal.lineCount() >= minLinesToCompact + maxLinesPerEntry * live;
    if (isCompacting || !(isLong || lacksRecords)) return;
    isCompacting = true;
    void compact()
      .catch((error: unknown) => {
        lacksRecords = true;
        onError(error);
      })
      .finally(() => (isCompacting = false));
  };

  return { compact, compactIfWorthIt, noteMissingRecords };
};
