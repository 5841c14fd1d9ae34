import { z } from 'zod';
import { rowExtra, type RowExtra } from '../../contract/index.ts';

/** The name of each field in the stored map. Names are short, because every row of every index carries them. */
const storedNames = { reading_minutes: 'm' } as const satisfies Record<keyof RowExtra, string>;

/** The schema of the attribute `extra`. A field that is absent, as in older items, is null; unknown ones are ignored. */
export const extraAttribute = z
  .record(z.string(), z.unknown())
  .prefault({})
  .transform((stored) =>
    Object.fromEntries(Object.entries(storedNames).map(([name, short]) => [name, stored[short] ?? null])),
  )
  .pipe(rowExtra);

/** Returns the stored form of `extra` with the fields that are known, or null if none is. */
export const encodeExtra = (extra: RowExtra): Record<string, unknown> | null => {
  const known = Object.entries(extra).filter(([, value]) => value !== null);
  if (known.length === 0) return null;
  const names = new Map<string, string>(Object.entries(storedNames));
  return Object.fromEntries(known.map(([name, value]) => [names.get(name) ?? name, value]));
};
