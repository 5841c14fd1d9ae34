import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../browser.ts';
import { violationsOf } from '../crawls/axe.ts';
import { goTo, places } from './pages.ts';
import { openFullWorld, type FullWorld } from './world.ts';

const looks = [
  ['wide, in English', { width: 1440, height: 900, locale: 'en-US' }],
  ['wide, in Japanese', { width: 1440, height: 900, locale: 'ja-JP' }],
  ['on a phone, in English', { width: 390, height: 844, isPhone: true, locale: 'en-US' }],
  ['on a phone, in Japanese', { width: 390, height: 844, isPhone: true, locale: 'ja-JP' }],
] as const;

describe('every page, light and dark', () => {
  let world: FullWorld;
  beforeAll(async () => {
    world = await openFullWorld();
  });
  afterAll(async () => {
    await world?.close();
  });

  it.concurrent.each(looks)(
    'has nothing that axe-core finds, fits the screen and logs no error, %s',
    async (_, look) => {
      const { page, complaints, shoot, close } = await openBrowser(look);
      const found: Record<string, string[]> = {};
      for (const place of places) {
        await goTo(page, world.runner.origin, place, world.ids);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          const problems = await violationsOf(page);
          const isTooWide = await page.evaluate(
            () => document.documentElement.scrollWidth > window.innerWidth,
          );
          if (isTooWide) problems.push('is wider than the screen');
          if (problems.length > 0) found[`${place.name}, ${colorScheme}`] = problems;
          await shoot(`every-${place.name}-${look.width}-${colorScheme}-${look.locale}`);
        }
        await page.emulateMedia({ colorScheme: 'light' });
      }
      expect(found).toEqual({});
      // The wrong query is refused.
      expect(complaints.filter((each) => !/400.*\/api\/search/.test(each))).toEqual([]);
      await close();
    },
  );
});
