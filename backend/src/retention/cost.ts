/** The capacity units of the table, as DynamoDB bills them. */
export type Consumed = { read_units: number; write_units: number };

export type Meter = {
  /** Runs a piece of work and returns its result and what it consumed. */
  measure: <T>(run: () => Promise<T>) => Promise<{ result: T; consumed: Consumed }>;
};

/** The on-demand price of one unit in USD in us-east-1, which docs/cost.md uses too. */
const WRITE_UNIT_USD = 0.625e-6;
const READ_UNIT_USD = 0.125e-6;

/** Returns the price in USD, rounded to a millionth. */
export const priceOf = ({ read_units, write_units }: Consumed): number =>
  Math.round((read_units * READ_UNIT_USD + write_units * WRITE_UNIT_USD) * 1e6) / 1e6;

/** A meter that always reports zero, for work whose units nobody counts. */
export const noMeter: Meter = {
  measure: async (run) => ({ result: await run(), consumed: { read_units: 0, write_units: 0 } }),
};
