import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initialScript } from '../bench/initial-script.ts';
import { openBrowser } from './browser.ts';
import { openWorld, type World } from './world.ts';

/** Bytes, compressed by gzip. `docs/measurements.md` says how many there are. */
const MOST = 200_000;

const files = readdirSync(join(import.meta.dirname, '../dist/assets')).filter((name) => name.endsWith('.js'));

describe('the scripts of the page', () => {
  let world: World;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    [world, browser] = await Promise.all([openWorld(), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it('are at most 200 kB at the start, compressed', async () => {
    expect(await initialScript()).toBeLessThanOrEqual(MOST);
  });

  it('say in the first line that the start is compiled ahead, and have no Japanese text there', async () => {
    const start = files.filter((name) => name.startsWith('index-'));
    expect(start).toHaveLength(1);
    const script = await readFile(join(import.meta.dirname, '../dist/assets', start[0]!), 'utf8');
    expect(script.split('\n', 1)).toEqual(['//# allFunctionsCalledOnLoad']);
    expect(script.match(/[ぁ-んァ-ヶ]{2,}/g)).toBeNull();
  });

  it('are one file for what a list loads early, and one for what it loads ahead', () => {
    for (const name of ['early-', 'soon-'])
      expect(files.filter((file) => file.startsWith(name))).toHaveLength(1);
  });

  // A circle between two files, or a method that the small schemas lack, shows only when the file runs.
  it('run, each of them', async () => {
    const { page } = browser;
    await page.goto(world.runner.origin);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(files.length).toBeGreaterThan(20);
    const failures = await Promise.all(
      // A text, because the test's own loader rewrites an import.
      files.map((file) =>
        page.evaluate(`import('/assets/${file}').then(() => null, (e) => '${file}: ' + e)`),
      ),
    );
    expect(failures.filter((failure) => failure !== null)).toEqual([]);
  });
});
