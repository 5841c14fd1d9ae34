import fc from 'fast-check';
import { runs } from './property-runs.ts';

/** The runs of a property that names no number of its own. */
const DEFAULT_RUNS = 100;

/** The seed of all properties, if one is named; otherwise each run has its own. */
const seed = process.env['PROPERTY_SEED'];

fc.configureGlobal({
  numRuns: runs(DEFAULT_RUNS),
  ...(seed === undefined || seed === '' ? {} : { seed: Number(seed) }),
});
