import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const fixture = join(import.meta.dirname, '../../../test/harness/kills/queue-kill.fixture.ts');

describe('local queue under SIGKILL', { tags: ['long'] }, () => {
  let directory = '';
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'omomi-kill-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  /** Runs the fixture and kills it when it has written this number of notes. */
  const run = async (first: string, killAfter: number): Promise<void> => {
    const child = spawn(process.execPath, [fixture, directory, first], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let notes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      notes += chunk.length;
      if (notes >= killAfter) child.kill('SIGKILL');
    });
    await once(child, 'close');
  };

  it('loses no message in five kills, and keeps the order in a group except for dead letters', async () => {
    for (const [kill, notes] of [50, 333, 7, 150, 90].entries()) await run(String(kill * 100_000), notes);
    await run('drain', Infinity);
    const sent = new Set<number>();
    const dead = new Set<number>();
    const done: number[] = [];
    for (const line of (await readFile(join(directory, 'notes.txt'), 'utf8')).trim().split('\n')) {
      const [what, n] = line.split(' ');
      if (what === 'sent') sent.add(Number(n));
      else if (what === 'dead') dead.add(Number(n));
      else done.push(Number(n));
    }
    expect(sent.size).toBeGreaterThan(50);
    expect([...sent].filter((n) => !done.includes(n))).toEqual([]);
    const firsts = [...new Set(done)].filter((n) => !dead.has(n));
    for (const group of [0, 1, 2, 3, 4]) {
      const order = firsts.filter((n) => n % 5 === group);
      expect(order).toEqual(order.toSorted((a, b) => a - b));
    }
  });
});
