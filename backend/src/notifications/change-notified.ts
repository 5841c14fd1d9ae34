import { newSecret } from '../accounts/secret.ts';
import { DomainError } from '../lib/errors.ts';
import type { Context } from '../model/context.ts';
import type { Notified } from '../model/reader/notified.ts';

export type NotifiedContext = Pick<Context, 'notified' | 'now' | 'newId'>;

/** Writes that meet another one are tried again this often. */
const ATTEMPTS = 5;

const nothingYet = (user_id: string, since: string): Notified => ({
  user_id,
  settings: null,
  since,
  channels: [],
  told: [],
  secret: newSecret(),
  failures: 0,
  rests_until: null,
  morning: null,
  revision: 0,
});

/**
 * Changes what is stored for a reader, whoever else writes it. `change` may be called several times; null means that there
 * is nothing to write. Returns what is stored afterwards. Throws STORAGE_BUSY if others write it all the time.
 */
export const changeNotified = async (
  { notified, now, newId }: NotifiedContext,
  userId: string,
  change: (before: Notified) => Notified | null,
): Promise<Notified> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = (await notified.get(userId)) ?? nothingYet(userId, now().toISOString());
    const after = change(before);
    if (after === null) return before;
    if (await notified.put(after, newId())) return { ...after, revision: before.revision + 1 };
  }
  throw new DomainError('STORAGE_BUSY', 'The notifications are being changed by others; try again.');
};
