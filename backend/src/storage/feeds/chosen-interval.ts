import { z } from 'zod';
import type { Item } from '../table/table.ts';
import { absentAsNull } from '../table/items.ts';

/*
 * The interval that a reader chose is stored as `chosen_minutes`, which is absent for an automatic one. An item that was
 * written when every reader had an interval has `fetch_interval_minutes` instead. Its value 60 was the default, so it
 * means that the reader chose nothing.
 */

const FORMER_DEFAULT_MINUTES = 60;

/** The attributes in which an item may have an interval. */
export const intervalAttributes = {
  chosen_minutes: absentAsNull(z.number()),
  fetch_interval_minutes: absentAsNull(z.number()),
};

/** Returns the interval of a stored item; null if it is automatic. */
export const storedInterval = ({
  chosen_minutes,
  fetch_interval_minutes: former,
}: {
  chosen_minutes: number | null;
  fetch_interval_minutes: number | null;
}): { fetch_interval_minutes: number | null } => ({
  fetch_interval_minutes: chosen_minutes ?? (former === FORMER_DEFAULT_MINUTES ? null : former),
});

/** Returns changes as they are stored; those without an interval stay as they are. */
export const withStoredInterval = <T extends { fetch_interval_minutes?: number | null }>(changes: T): Item =>
  changes.fetch_interval_minutes === undefined
    ? changes
    : { ...changes, chosen_minutes: changes.fetch_interval_minutes, fetch_interval_minutes: null };
