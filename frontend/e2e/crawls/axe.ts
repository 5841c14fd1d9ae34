import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const require = createRequire(import.meta.url);

/**
 * Runs the rules of axe-core for WCAG 2.2 AA and its best practices in a page. Returns what they find: the rule, its
 * help and the first elements.
 */
export const violationsOf = async (page: Page): Promise<string[]> => {
  // As an evaluated text, because the content security policy allows no inline script.
  await page.evaluate(await readFile(require.resolve('axe-core/axe.min.js'), 'utf8'));
  // Elements that fade in have less contrast at first.
  await page.evaluate(async () => {
    const moving = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
  const options: RunOptions = {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    resultTypes: ['violations'],
  };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes
        .slice(0, 3)
        .map(({ html }) => html)
        .join(' | ')}`,
  );
};
