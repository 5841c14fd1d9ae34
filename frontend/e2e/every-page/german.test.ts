// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, openBrowser } from '../browser.ts';
import { goTo, places } from './pages.ts';
import { type FullWorld, openFullWorld } from './world.ts';

let world: FullWorld;
beforeAll(async () => {
  world = await openFullWorld();
});
afterAll(() => world?.close());

const languageOf = (page: Awaited<ReturnType<typeof openBrowser>>['page']) =>
  page.evaluate(() => document.documentElement.lang);

describe('a language', () => {
  it('is the browser’s until the reader chooses another in the settings, without a reload', async () => {
    const { page, close } = await openBrowser({ locale: 'de-AT' });
    await page.goto(new URL('/settings', world.runner.origin).href);
    await page.getByRole('heading', { name: 'Einstellungen', level: 1 }).waitFor();
    expect(await languageOf(page)).toBe('de');
    const choose = async (choice: string, name: string, language: string): Promise<void> => {
      const group = page.getByRole('radiogroup', { name, exact: true });
      await group.getByRole('radio', { name: choice, exact: true }).press('Space');
      await eventually(async () => expect(await languageOf(page)).toBe(language));
    };
    await choose('日本語', 'Sprache', 'ja');
    await page.getByRole('heading', { name: '設定', level: 1 }).waitFor();
    await choose('Deutsch', '言語', 'de');
    await page.getByRole('heading', { name: 'Einstellungen', level: 1 }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Einstellungen', level: 1 }).waitFor();
    await choose('Wie der Browser', 'Sprache', 'de');
    await close();
  });

  it('is loaded only by its readers', async () => {
    for (const [locale, files] of [
      ['en-US', 0],
      ['de-DE', 1],
    ] as const) {
      const { page, close } = await openBrowser({ locale });
      const german: string[] = [];
      page.on('response', async (response) => {
        if (!response.url().endsWith('.js')) return;
        if ((await response.text().catch(() => '')).includes('Seither außerdem')) german.push(response.url());
      });
      await goTo(page, world.runner.origin, places[0]!, world.ids);
      // The texts of all that is loaded after the start come with its first part.
      await page.goto(new URL('/settings', world.runner.origin).href);
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      await eventually(() => expect(german.length).toBeGreaterThanOrEqual(files));
      expect(new Set(german).size).toBe(files);
      await close();
    }
  });
});
