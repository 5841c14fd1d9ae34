import { translateError } from './errors.ts';
import type { TableEngine } from './table-engine.ts';
import type { TableClientOptions } from './table.ts';

type Measured = { ReturnConsumedCapacity?: 'TOTAL' };
type Capacity = { CapacityUnits?: number | undefined };
type Output = { ConsumedCapacity?: Capacity | Capacity[] | undefined };

/** A table and the way to send it requests. */
export type Connection = {
  client: TableEngine;
  tableName: string;
  /** Sends one request, reports the capacity units that it consumed, and translates its error. */
  run: <I extends object, O extends Output>(
    operation: string,
    send: (input: I) => Promise<O>,
    input: NoInfer<I>,
  ) => Promise<O>;
};

const unitsOf = (consumed: Capacity | Capacity[]): number =>
  [consumed].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);

export const connect = ({
  client,
  tableName,
  onConsumed,
  isMeasured = () => true,
}: TableClientOptions): Connection => ({
  client,
  tableName,
  run: async (operation, send, input) => {
    const measured: Measured =
      onConsumed !== undefined && isMeasured() ? { ReturnConsumedCapacity: 'TOTAL' } : {};
    try {
      const output = await send({ ...input, ...measured });
      if (output.ConsumedCapacity !== undefined) onConsumed?.(operation, unitsOf(output.ConsumedCapacity));
      return output;
    } catch (error) {
      throw translateError(error);
    }
  },
});
