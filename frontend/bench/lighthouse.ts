import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { ARGUMENTS, executable } from '../e2e/browser.ts';

/** Not a dependency, because it brings some hundred packages that only this measurement needs. */
const PACKAGE = 'lighthouse@13.5.0';

const result = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(z.string(), z.object({ title: z.string(), score: z.number().nullable() })),
});

/** Returns the scores of a page, 0 to 100, by category, for a phone. Prints the audits that it does not pass. */
export const lighthouse = async (url: string): Promise<Record<string, number>> => {
  const folder = await mkdtemp(join(tmpdir(), 'omomi-lighthouse-'));
  try {
    const output = join(folder, 'result.json');
    await promisify(execFile)(
      'npm',
      [
        'exec',
        '--yes',
        `--package=${PACKAGE}`,
        '--',
        'lighthouse',
        url,
        '--quiet',
        '--output=json',
        `--output-path=${output}`,
        `--chrome-flags=${ARGUMENTS.join(' ')}`,
      ],
      { env: { ...process.env, CHROME_PATH: executable() }, cwd: folder, maxBuffer: 64 * 1024 * 1024 },
    );
    const { categories, audits } = result.parse(JSON.parse(await readFile(output, 'utf8')));
    for (const { title, score } of Object.values(audits))
      if (score !== null && score < 0.9) console.log(`  not passed: ${title} (${score})`);
    return Object.fromEntries(
      Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
