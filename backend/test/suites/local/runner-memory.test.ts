// @module-tag long
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fillDataFolder } from '../../harness/filled-folder.ts';
import { listAgain, startRunner } from '../../harness/runner.ts';
import { tellsListening } from '../../harness/servers/listening.ts';

/** Less than the rate limit lets pass in a minute; `npm run bench:memory` sends 100,000. */
const LISTS = 1000;
/** After these, code is compiled and caches are full: up to here memory grows by some 10 MB, part of it in one step after 2,000. */
const WARM_UP = 2200;
/** The step comes later now and then. What is kept of each list grows in every one of these, a step in one. */
const TRIES = 3;
/** Of each list: what a request keeps does not depend on it, and few take a third of the time. */
const ROWS = 5;
/** 10 KB for each list. */
const MOST_GROWTH_MB = 10;

it.skipIf(!tellsListening)(
  'the local runner uses no more memory after thousands of lists',
  async () => {
    const data = await mkdtemp(join(tmpdir(), 'omomi-memory-'));
    await fillDataFolder(data, 500);
    const runner = await startRunner({ data, allowHosts: '127.0.0.1:1' });
    await listAgain(runner, WARM_UP, ROWS);
    expect(runner.memoryMb()).toBeGreaterThan(30);
    let growth = Infinity;
    for (let n = 0; n < TRIES && growth >= MOST_GROWTH_MB; n += 1) {
      const before = runner.memoryMb();
      await listAgain(runner, LISTS, ROWS);
      growth = runner.memoryMb() - before;
    }
    expect(growth).toBeLessThan(MOST_GROWTH_MB);
    await runner.stop();
    await rm(data, { recursive: true });
  },
  240_000,
);
