import type { Clock } from '../../../lib/clock.ts';
import type { StorageWatch } from '../../process/storage-watch.ts';
import type { LocalTable } from '../local-table.ts';

/** Rejects if the table's file is damaged or cannot be written. It writes, because reads succeed on a full disk. */
export const checkTable = async (
  { rows }: Pick<LocalTable, 'rows'>,
  watch: Pick<StorageWatch, 'damage'>,
  now: Clock,
): Promise<void> => {
  rows.setFact('checked_at', now().toISOString());
  const damage = watch.damage();
  if (damage !== null) throw damage;
};
