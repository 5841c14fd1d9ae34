import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fillDataFolder } from '../test/harness/filled-folder.ts';
import { listAgain, startRunner } from '../test/harness/runner.ts';

/*
 * The memory of a local runner while it answers lists: flat within 20 MB, or it ends with code 1. `--requests 5000` sends
 * fewer; `--json`: the last line is one object of the figures. The runner's clock is fast, so that the rate limit, 10,000 a
 * minute at most, does not set the pace.
 */

const { values: options } = parseArgs({
  options: { json: { type: 'boolean' }, requests: { type: 'string', default: '100000' } },
});
const requests = Number(options.requests);
const ARTICLES = 5000;
/** Lists before the first measurement: until then the heap still grows towards the size that V8 keeps. */
const WARM_UP = 10_000;
const SLICES = 20;
const FLAT_MB = 20;

const data = await mkdtemp(join(tmpdir(), 'omomi-bench-'));
await fillDataFolder(data, ARTICLES);
const fastClock = new URL('fast-clock.ts', import.meta.url);
const runner = await startRunner({
  data,
  allowHosts: '127.0.0.1:1',
  variables: { NODE_OPTIONS: `--import=${fastClock.href}` },
});
await listAgain(runner, WARM_UP);
const memory = [runner.memoryMb()];
for (let slice = 1; slice <= SLICES; slice += 1) {
  await listAgain(runner, Math.ceil(requests / SLICES));
  memory.push(runner.memoryMb());
  console.log(`${Math.ceil(requests / SLICES) * slice} lists: ${Math.round(memory.at(-1) ?? 0)} MB`);
}
await runner.stop();
await rm(data, { recursive: true });
const growth = (memory.at(-1) ?? 0) - (memory[0] ?? 0);
console.log(`from ${Math.round(memory[0] ?? 0)} MB after ${WARM_UP} lists: ${growth.toFixed(1)} MB more`);
if (options.json === true)
  console.log(
    JSON.stringify({ list_requests: requests, list_memory_growth_mb: Math.round(growth * 10) / 10 }),
  );
if (growth > FLAT_MB) process.exitCode = 1;
