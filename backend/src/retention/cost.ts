/** Units of the table, as DynamoDB bills them. */
export type Consumed = { read_units: number; write_units: number };

export type Meter = {
  /** Runs a piece of work and answers what it consumed. */
  measure: <T>(run: () => Promise<T>) => Promise<{ result: T; consumed: Consumed }>;
};

/** USD for one unit on demand in us-east-1, which docs/cost.md reckons with. */
const WRITE_UNIT_USD = 0.625e-6;
const READ_UNIT_USD = 0.125e-6;

/** USD, to a millionth. */
export const priceOf = ({ read_units, write_units }: Consumed): number =>
  Math.round((read_units * READ_UNIT_USD + write_units * WRITE_UNIT_USD) * 1e6) / 1e6;

/** Of work whose units nobody counts. */
export const noMeter: Meter = {
  measure: async (run) => ({ result: await run(), consumed: { read_units: 0, write_units: 0 } }),
};
