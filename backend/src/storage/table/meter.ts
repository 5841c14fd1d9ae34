import { AsyncLocalStorage } from 'node:async_hooks';
import type { Consumed, Meter } from '../../retention/cost.ts';
import type { TableClientOptions } from './table.ts';

/**
 * Creates a meter of the capacity units that pieces of work consume, even if several run at once. Pass `noted` to the
 * table's client. It ignores requests outside of any measured work.
 */
export const createMeter = (): Meter & {
  noted: NonNullable<TableClientOptions['onConsumed']>;
  isMeasured: () => boolean;
} => {
  const current = new AsyncLocalStorage<Consumed>();
  return {
    isMeasured: () => current.getStore() !== undefined,
    noted: (operation, units) => {
      const consumed = current.getStore();
      if (consumed === undefined) return;
      consumed[/get|query|scan/i.test(operation) ? 'read_units' : 'write_units'] += units;
    },
    measure: async (run) => {
      const consumed: Consumed = { read_units: 0, write_units: 0 };
      const result = await current.run(consumed, run);
      return { result, consumed };
    },
  };
};
