import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { sampleAddresses, samples } from '../../../backend/src/contract/index.ts';
import { openBrowser } from '../browser.ts';
import { openWorld } from '../world.ts';

const FOLDER = join(import.meta.dirname, '../../../docs/screenshots');

/** Opens the first article of the list, and waits for its text. */
const openFirst = async (page: Page): Promise<void> => {
  await page.getByTestId('article-row').first().getByRole('link').first().click();
  await page.getByTestId('article-content').waitFor();
};

/** Opens it with the bars of its reasons. */
const explainFirst = async (page: Page): Promise<void> => {
  await openFirst(page);
  await page.getByRole('button', { name: 'Why it ranks here' }).click();
  await page.mouse.move(1_270, 790);
};

const wide = { width: 1280, height: 800 };
const phone = { width: 390, height: 844, isPhone: true };

// What is opened is read from then on, so the lists come first.
const pictures = [
  { name: 'phone-list', look: phone, path: '/' },
  { name: 'today', look: { ...wide, colorScheme: 'dark' }, path: '/today' },
  { name: 'list', look: wide, path: '/', act: explainFirst },
  { name: 'phone-article', look: { ...phone, colorScheme: 'dark' }, path: '/', act: openFirst },
] as const;

/** Draws the pictures of the README from the sample feeds. Returns their number. */
export const drawReadme = async (): Promise<number> => {
  const world = await openWorld();
  const { runner } = world;
  for (const text of samples.en.keywords) await runner.post('/api/keywords', { text });
  for (const url of sampleAddresses('en', new Date())) await runner.post('/api/feeds', { url });
  await runner.settled();
  await mkdir(FOLDER, { recursive: true });
  for (const picture of pictures) {
    const { page, close } = await openBrowser(picture.look);
    await page.goto(new URL(picture.path, runner.origin).href);
    await page.getByTestId('article-row').first().waitFor();
    if ('act' in picture) await picture.act(page);
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(FOLDER, `${picture.name}.png`) });
    await close();
  }
  await world.close();
  return pictures.length;
};
