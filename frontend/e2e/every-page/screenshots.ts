/// <reference lib="dom" />
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { endChromium, openBrowser } from '../browser.ts';
import { openWorld } from '../world.ts';
import { fail, goTo, type Place, places } from './pages.ts';
import { drawReadme } from './readme.ts';
import { openFullWorld } from './world.ts';

/*
 * Draws every page: wide and on a phone, light and dark, in every language, and as it is when it is full, empty, failing
 * and offline. `--state full`, `--place list`, `--locale ja`, `--width 390`, `--color dark` and `--out folder` narrow it down; `--mode sepia` draws full pages in another theme, `contrast`,
 * `forced` in forced colours, and `zoom` at twice the size; `--readme` draws the pictures of the README alone. Build the page first:
 * npm run build --workspace frontend.
 */

const states = ['full', 'empty', 'failing', 'offline'] as const;
type State = (typeof states)[number];

const { values: options } = parseArgs({
  options: {
    state: { type: 'string' },
    place: { type: 'string' },
    out: { type: 'string', default: 'screenshots' },
    mode: { type: 'string' },
    locale: { type: 'string' },
    width: { type: 'string' },
    color: { type: 'string' },
    readme: { type: 'boolean', default: false },
  },
});

const isAsked = (option: string | undefined, value: string): boolean =>
  option === undefined || option === value;

const language = (locale: string): string => locale.slice(0, 2);

const locales = (['en-US', 'ja-JP', 'de-DE'] as const).filter((locale) =>
  isAsked(options.locale, language(locale)),
);
const screens = [
  { width: 1440, height: 900 },
  { width: 390, height: 844, isPhone: true },
].filter(({ width }) => isAsked(options.width, String(width)));
const looks = locales.flatMap((locale) => screens.map((screen) => ({ ...screen, locale })));
const colorSchemes = (['light', 'dark'] as const).filter((scheme) => isAsked(options.color, scheme));

/** Other ways to look at full pages: themes that readers choose, forced colours, and text at twice its size. */
const modes = ['sepia', 'contrast', 'forced', 'zoom'] as const;
type Mode = (typeof modes)[number];

const drawMode = async (mode: Mode): Promise<number> => {
  const { runner, ids, close } = await openFullWorld();
  if (mode === 'sepia' || mode === 'contrast') await runner.put('/api/me/preferences', { theme: mode });
  const folder = join(options.out, mode);
  await mkdir(folder, { recursive: true });
  // At twice the size a screen has half as many pixels.
  const sizes = mode === 'zoom' ? locales.map((locale) => ({ width: 720, height: 450, locale })) : looks;
  for (const size of sizes) {
    const browser = await openBrowser(size);
    if (mode === 'forced') await browser.page.emulateMedia({ forcedColors: 'active' });
    for (const place of chosen) {
      await goTo(browser.page, runner.origin, place, ids);
      await browser.page.screenshot({
        path: join(folder, `${place.name}-${size.width}-${language(size.locale)}.png`),
      });
    }
    await browser.close();
  }
  await close();
  return sizes.length * chosen.length;
};

/** Loads the page with its worker and what the worker keeps, and takes the connection away. */
const goOffline = async (page: Page, origin: string): Promise<void> => {
  await page.goto(origin);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  // The worker keeps the feeds, and loads articles ahead.
  await page.evaluate(async () => {
    for (;;) {
      const requests = await (await caches.open('omomi-answers')).keys();
      const paths = requests.map(({ url }) => new URL(url).pathname);
      const articles = paths.filter((path) => /^\/api\/articles\/\d+$/.test(path));
      if (paths.includes('/api/feeds') && articles.length >= 20) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
  await page.context().setOffline(true);
};

/** Goes to a place that may not get as far as what it is about. */
const goAnyway = async (page: Page, origin: string, place: Place, ids: Parameters<Place['path']>[0]) => {
  await page.goto(new URL(place.path(ids), origin).href);
  await page.locator('h1:visible, h2:visible, [role=alert]:visible').first().waitFor();
  // If the address names a panel, it opens after the page is drawn.
  if (new URL(page.url()).hash !== '') await page.locator('[role=dialog]').waitFor();
  // The placeholders of a part come with its code.
  await page.waitForLoadState('networkidle');
  // A request that fails is repeated for some seconds before the page says so.
  await page.waitForFunction(() => document.querySelector('.bone, .chakra-skeleton') === null);
  await page.waitForLoadState('networkidle');
};

const chosen = places.filter(({ name }) => isAsked(options.place, name));
if (chosen.length === 0)
  throw new Error(
    `There is no place ${options.place}. Name one of ${places.map(({ name }) => name).join(', ')}.`,
  );

/** Draws the places as they are in a state. */
const draw = async (state: State): Promise<number> => {
  const full = state === 'empty' ? null : await openFullWorld();
  const world = full ?? (await openWorld());
  const ids = full?.ids ?? { article: '', crawl: '', feed: '' };
  // Without anything there is no crawl, and windows do not depend on what there is.
  const shown = chosen.filter(
    ({ name, act }) =>
      state === 'full' || (act === undefined && !(full === null && name.startsWith('crawl-'))),
  );
  const { origin } = world.runner;
  let drawn = 0;
  for (const look of looks) {
    const { page, close } = await openBrowser(look, { isOfflineReady: state === 'offline' });
    if (state === 'failing') await fail(page);
    if (state === 'offline') await goOffline(page, origin);
    for (const place of shown) {
      await (state === 'full' ? goTo : goAnyway)(page, origin, place, ids);
      for (const colorScheme of colorSchemes) {
        await page.emulateMedia({ colorScheme });
        const folder = join(options.out, state);
        await mkdir(folder, { recursive: true });
        await page.screenshot({
          path: join(folder, `${place.name}-${look.width}-${colorScheme}-${language(look.locale)}.png`),
        });
        drawn += 1;
      }
      await page.emulateMedia({ colorScheme: 'light' });
    }
    await close();
  }
  await world.close();
  return drawn;
};

try {
  if (options.readme) console.log(`${await drawReadme()} pictures of the README`);
  const mode = modes.find((each) => each === options.mode);
  if (mode !== undefined) console.log(`${mode}: ${await drawMode(mode)} screenshots`);
  for (const state of options.readme || mode !== undefined ? [] : states) {
    if (options.state !== undefined && options.state !== state) continue;
    console.log(`${state}: ${await draw(state)} screenshots in ${join(options.out, state)}`);
  }
} finally {
  await endChromium();
}
