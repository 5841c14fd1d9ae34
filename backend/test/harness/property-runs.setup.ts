import fc from 'fast-check';
import { runs } from './property-runs.ts';

/** The runs of a property that names no number of its own. */
const DEFAULT_RUNS = 100;

fc.configureGlobal({ numRuns: runs(DEFAULT_RUNS) });
