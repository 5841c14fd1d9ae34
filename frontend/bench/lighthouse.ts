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

type Scores = Record<string, number>;

/** Audits a page once for a phone. Returns its scores, 0 to 100, by category. Prints the audits that it does not pass. */
const audit = async (url: string): Promise<Scores> => {
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

/** Audits a page again if Lighthouse has lost the trace of its load, which it does once in some ten audits. */
const auditWhole = (url: string): Promise<Scores> =>
  audit(url).catch((error: unknown) => {
    if (error instanceof Error && error.message.includes('NO_NAVSTART')) return audit(url);
    throw error;
  });

/** The number of audits. Their scores differ by how busy the machine is, so Lighthouse's guide has the median of five. */
const AUDITS = 5;

/** Audits a page several times. Returns the median of each category, and all scores of the performance. */
export const lighthouse = async (url: string): Promise<{ scores: Scores; performance: number[] }> => {
  const all: Scores[] = [];
  for (let n = 0; n < AUDITS; n += 1) all.push(await auditWhole(url));
  const sorted = (name: string): number[] => all.map((each) => each[name] ?? 0).toSorted((a, b) => a - b);
  const names = Object.keys(all[0] ?? {});
  return {
    scores: Object.fromEntries(names.map((name) => [name, sorted(name)[Math.floor(AUDITS / 2)] ?? 0])),
    performance: sorted('performance'),
  };
};
