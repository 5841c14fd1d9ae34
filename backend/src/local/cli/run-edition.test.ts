import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fillDataFolder } from '../../../test/harness/filled-folder.ts';
import { lockDataFolder } from '../process/data-lock.ts';
import { tellServing } from '../process/serving.ts';
import { runEdition } from './run-edition.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'omomi-edition-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const edition = async (args: string[], variables: Record<string, string> = {}) => {
  let output = '';
  let errors = '';
  const code = await runEdition({
    args: [...args, '--data', dataDir],
    variables,
    write: (text) => (output += text),
    complain: (text) => (errors += text),
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  return { code, output, errors };
};

describe('npm run edition', () => {
  it('writes the book of a folder that nobody uses', async () => {
    await fillDataFolder(dataDir, 3, { feeds: 1 });
    const out = join(dataDir, 'today.epub');
    expect(await edition(['--out', out])).toMatchObject({ code: 0, output: expect.stringContaining('kB') });
    expect(readFileSync(out).toString('latin1', 30, 58)).toBe('mimetypeapplication/epub+zip');
    expect(await edition(['--out', out, '--for', 'nobody'])).toMatchObject({
      code: 1,
      errors: 'This cannot be done: there is no reader "nobody"\n',
    });
    expect((await edition(['--out', join(dataDir, 'none', 'x.epub')])).errors).toContain('cannot be written');
  });

  it('asks the process that runs on the folder, with a token where one signs in', async () => {
    await fillDataFolder(dataDir, 1, { feeds: 1 });
    const release = await lockDataFolder(dataDir);
    const asked: string[] = [];
    const server = createServer(({ url = '', headers: { authorization } }, response) => {
      asked.push(url);
      response.statusCode = authorization === 'Bearer omomi_x' ? 200 : 401;
      response.end('book');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const out = join(dataDir, 'today.epub');
    expect((await edition(['--out', out])).errors).toContain('an Omomi that still starts');
    await tellServing(dataDir, {
      origin: 'https://reader.example',
      local_origin: origin,
      takes_invitations: true,
    });
    expect((await edition(['--out', out])).errors).toContain('give an API token');
    expect((await edition(['--out', out, '--for', 'anna'])).errors).toContain('not --for');
    const given = { OMOMI_TOKEN: 'omomi_x' };
    expect((await edition(['--out', out, '--limit', '3'], given)).code).toBe(0);
    expect(readFileSync(out, 'utf8')).toBe('book');
    expect(asked.at(-1)).toBe('/api/today/edition?limit=3');
    server.close();
    expect((await edition(['--out', out])).errors).toContain(`does not answer at ${origin}`);
    release();
    expect((await edition(['--out', out])).code).toBe(0);
  });

  it('says what is wrong with what it was asked for', async () => {
    expect(await edition([])).toMatchObject({ code: 2, errors: expect.stringContaining('--out is missing') });
    for (const [flag, value, why] of [
      ['--limit', '51', 'a whole number from 1 to 50'],
      ['--limit', 'many', 'a whole number from 1 to 50'],
      ['--since', 'yesterday', 'must be a time'],
      ['--day', '2026-13-01', 'a day such as'],
    ] as const)
      expect(await edition(['--out', 'x.epub', flag, value])).toMatchObject({
        code: 2,
        errors: expect.stringContaining(`${flag} "${value}" is not allowed: ${why}`),
      });
    for (const wrong of [
      ['--port', '8400'],
      ['--colour', 'red'],
      ['--since', '2026-11-20T06:00:00Z', '--day', '2026-11-20'],
    ])
      expect(await edition(['--out', 'x.epub', ...wrong])).toMatchObject({
        code: 2,
        errors: expect.stringMatching(/Unknown option|do not go together/),
      });
    expect(await edition(['--out', 'x.epub'])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('no data'),
    });
    expect((await edition(['--help'])).output).toContain('Usage');
  });
});
