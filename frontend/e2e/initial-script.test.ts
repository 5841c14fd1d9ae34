import { describe, expect, it } from 'vitest';
import { initialScript } from '../bench/initial-script.ts';

/** Bytes, compressed by gzip. `docs/measurements.md` says what they consist of. */
const MOST = 200_000;

describe('the start of the page', () => {
  it('loads at most 200 kB of scripts, compressed', async () => {
    expect(await initialScript()).toBeLessThanOrEqual(MOST);
  });
});
