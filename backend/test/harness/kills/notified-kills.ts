import fc from 'fast-check';
import type { TableClient } from '../../../src/storage/table/table.ts';

/** A process that ends before or after one of its writes of what was told. */
export type Kill = { write: number; isAfter: boolean } | null;

/** No end, or one at any of the first `writes` writes. */
export const anyKill = (writes: number): fc.Arbitrary<Kill> =>
  fc.option(fc.record({ write: fc.integer({ min: 1, max: writes }), isAfter: fc.boolean() }));

/** Makes a table whose writes of what was told end the process as a test says. */
export const createNotifiedKills = () => {
  let plan: { left: number; isAfter: boolean } | null = null;
  return {
    wrapTable: (table: TableClient): TableClient => ({
      ...table,
      put: async (item, condition) => {
        if (item['PK'] !== 'NOTIFIED' || plan === null) return table.put(item, condition);
        plan.left -= 1;
        const isKilled = plan.left === 0;
        const { isAfter } = plan;
        if (isKilled && !isAfter) throw new Error('killed');
        const isWritten = await table.put(item, condition);
        if (isKilled) throw new Error('killed');
        return isWritten;
      },
    }),
    /** Runs work that ends at a write. Returns true if it came as far as that. */
    during: async (kill: Kill, work: () => Promise<unknown>): Promise<boolean> => {
      plan = kill === null ? null : { left: kill.write, isAfter: kill.isAfter };
      await work();
      const wasKilled = plan !== null && plan.left <= 0;
      plan = null;
      return wasKilled;
    },
  };
};
