// @module-tag long
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';

const passed = z.strictObject({
  files: z.int().positive(),
  functions: z.int().positive(),
  rooms: z.int().positive(),
});
const figures = z.strictObject({
  refused: passed,
  list: passed,
  open: passed,
  mark: passed,
  search: passed,
  subscribe: passed,
  import: passed,
  fetch: passed,
});

it('npm run journeys counts what each of eight journeys passes, in the threads of the runner too', async () => {
  // In two rounds what the runner happens to do at the time of one does not count.
  const script = join(import.meta.dirname, '../../../bench/journeys/journeys.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--json', '--files', '--rounds=2']);
  const lines = stdout.trimEnd().split('\n');
  const { refused, list, search, subscribe } = figures.parse(JSON.parse(lines.at(-1) ?? ''));
  expect(refused.files).toBeLessThan(list.files);
  expect(list.functions).toBeLessThan(subscribe.functions);
  for (const { files, functions, rooms } of [refused, list, search, subscribe]) {
    expect(rooms).toBeLessThan(files);
    expect(files).toBeLessThan(functions);
  }
  const filesOf = (name: string) => {
    const from = lines.findIndex((line) => line.startsWith(`${name}: `)) + 1;
    const count = lines.slice(from).findIndex((line) => !line.startsWith('  '));
    return lines.slice(from, from + count).map((line) => line.trim());
  };
  expect(filesOf('refused')).toContain('api/error-table.ts');
  expect(filesOf('refused')).not.toContain('articles/lists/article-endpoints.ts');
  expect(filesOf('list')).toContain('articles/lists/article-endpoints.ts');
  // The parser works in a thread of its own.
  expect(filesOf('fetch')).toContain('parser/parse-feed.ts');
  expect(filesOf('list')).not.toContain('parser/parse-feed.ts');
});
