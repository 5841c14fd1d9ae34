import { setTimeout as sleep } from 'node:timers/promises';
import { StorageThrottledError } from '../../lib/storage-errors.ts';
import { itemIsNew, type Expression } from './expressions.ts';

/** The most tries of a write. Each failed try means that another write of the same item succeeded. */
const ATTEMPTS = 20;
const LONGEST_PAUSE_MS = 20;

export type WithRev<T> = { rev: number; value: T };

/** Returns the condition that an item is of this revision; 0 if there is none yet. */
export const unchangedSince = (rev: number): Expression =>
  rev === 0 ? itemIsNew : { text: '#rev = :rev', names: { '#rev': 'rev' }, values: { ':rev': rev } };

/**
 * Changes a value under optimistic locking. Returns what is stored then; null if others wrote it each time. `change`
 * returns null to leave it as it is. `write` returns false if the item is no longer of the revision.
 */
export const tryChanging = async <T>(
  read: () => Promise<WithRev<T>>,
  change: (value: T) => T | null,
  write: (value: T, rev: number) => Promise<boolean>,
): Promise<T | null> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { rev, value } = await read();
    const changed = change(value);
    if (changed === null) return value;
    if (await write(changed, rev)) return changed;
    await sleep(Math.random() * LONGEST_PAUSE_MS);
  }
  return null;
};

/** As `tryChanging` does. `what` names the value in the error. @throws StorageThrottledError if others wrote it each time. */
export const changing = async <T>(what: string, ...parts: Parameters<typeof tryChanging<T>>): Promise<T> => {
  const stored = await tryChanging(...parts);
  if (stored !== null) return stored;
  throw new StorageThrottledError(`${what} were written by others ${ATTEMPTS} times over`);
};
