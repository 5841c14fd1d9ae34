import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openJournal } from './journal.ts';

const parse = (value: unknown) => z.object({ n: z.number() }).parse(value);

describe('journal', () => {
  let directory = '';
  let files = 0;
  const newPath = () => join(directory, 'deeper', `${(files += 1)}.jsonl`);
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'omomi-journal-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  const numbersIn = async (path: string) => {
    const { journal, records } = await openJournal(path, parse);
    await journal.close();
    return records.map(({ n }) => n);
  };

  it('returns the appended records in their order', async () => {
    const path = newPath();
    const { journal, records } = await openJournal(path, parse);
    expect(records).toEqual([]);
    await Promise.all([journal.append([{ n: 1 }, { n: 2 }]), journal.append([]), journal.append([{ n: 3 }])]);
    expect(journal.lineCount()).toBe(3);
    await journal.close();
    expect(await numbersIn(path)).toEqual([1, 2, 3]);
  });

  it('ignores an incomplete last line, and appends after it', async () => {
    const path = newPath();
    const first = await openJournal(path, parse);
    await first.journal.append([{ n: 1 }]);
    await first.journal.close();
    await appendFile(path, '{"n":2');
    const second = await openJournal(path, parse);
    expect(second.records).toEqual([{ n: 1 }]);
    expect(second.unreadable).toBe(0);
    await second.journal.append([{ n: 3 }]);
    await second.journal.close();
    expect(await numbersIn(path)).toEqual([1, 3]);
  });

  it('skips and counts lines that are not records', async () => {
    const path = newPath();
    await openJournal(path, parse).then(({ journal }) => journal.close());
    await appendFile(path, '{"n":1}\nnonsense\n{"n":"two"}\n{"n":3}\n');
    const { journal, records, unreadable } = await openJournal(path, parse);
    await journal.close();
    expect(records).toEqual([{ n: 1 }, { n: 3 }]);
    expect(unreadable).toBe(2);
  });

  it('replaces the file by a snapshot', async () => {
    const path = newPath();
    const { journal } = await openJournal(path, parse);
    await journal.append([{ n: 1 }, { n: 2 }]);
    await Promise.all([journal.compact(() => [{ n: 2 }]), journal.append([{ n: 3 }])]);
    await journal.append([{ n: 4 }]);
    await journal.close();
    const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
    expect(lines.at(-1)).toBe('{"n":4}');
    expect(await numbersIn(path)).toEqual(expect.arrayContaining([2, 4]));
    expect(await numbersIn(path)).not.toContain(1);
  });

  it('rejects a record that it could not write', async () => {
    const { journal } = await openJournal(newPath(), parse);
    await journal.close();
    await expect(journal.append([{ n: 1 }])).rejects.toThrow('could not be written');
  });

  it('keeps every record that is appended during a compaction', async () => {
    const step = fc.oneof(fc.constant('append' as const), fc.constant('compact' as const));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const path = newPath();
        const { journal } = await openJournal(path, parse);
        const live: { n: number }[] = [];
        await Promise.all(
          steps.map((kind, n) => {
            if (kind === 'compact') return journal.compact(() => live);
            live.push({ n });
            return journal.append([{ n }]);
          }),
        );
        await journal.close();
        expect(new Set(await numbersIn(path))).toEqual(new Set(live.map(({ n }) => n)));
      }),
    );
  });
});
