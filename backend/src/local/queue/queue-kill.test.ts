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

  it('loses no message in five kills', async () => {
    for (const [kill, notes] of [50, 333, 7, 150, 90].entries()) await run(String(kill * 100_000), notes);
    await run('drain', Infinity);
    const lines = (await readFile(join(directory, 'notes.txt'), 'utf8')).trim().split('\n');
    const numbersOf = (what: string) =>
      new Set(lines.filter((line) => line.startsWith(what)).map((line) => Number(line.split(' ')[1])));
    const sent = numbersOf('sent');
    const done = numbersOf('done');
    expect(sent.size).toBeGreaterThan(50);
    expect([...sent].filter((n) => !done.has(n))).toEqual([]);
  });
});
