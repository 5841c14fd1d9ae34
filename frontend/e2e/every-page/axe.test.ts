// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, type Look } from '../browser.ts';
import { violationsOf } from '../crawls/axe.ts';
import { goTo, places, unexpected } from './pages.ts';
import { openFullWorld, type FullWorld } from './world.ts';

const wide = { width: 1440, height: 900 } as const;
const phone = { width: 390, height: 844, isPhone: true } as const;

const both = ['light', 'dark'] as const;

type Looked = [name: string, look: Partial<Look>, themes: readonly (typeof both)[number][]];

/**
 * Each page on a phone; `letter-size.test.ts` looks at the wide ones. `EVERY_LOOK=1` has every theme, language and width, which
 * takes eight times as long.
 */
const looks: Looked[] =
  process.env['EVERY_LOOK'] === undefined
    ? [['on a phone, in Japanese', { ...phone, locale: 'ja-JP' }, ['dark']]]
    : [
        ['wide, in English', { ...wide, locale: 'en-US' }, both],
        ['wide, in Japanese', { ...wide, locale: 'ja-JP' }, both],
        ['on a phone, in English', { ...phone, locale: 'en-US' }, both],
        ['on a phone, in Japanese', { ...phone, locale: 'ja-JP' }, both],
      ];

describe('every page', { timeout: 600_000 }, () => {
  let world: FullWorld;
  beforeAll(async () => {
    world = await openFullWorld();
  });
  afterAll(async () => {
    await world?.close();
  });

  it.each(looks)(
    'has nothing that axe-core finds, fits the screen and logs no error, %s',
    async (_, look, themes) => {
      const { page, complaints, shoot, close } = await openBrowser(look);
      const found: Record<string, string[]> = {};
      for (const place of places) {
        await goTo(page, world.runner.origin, place, world.ids);
        for (const colorScheme of themes) {
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
      expect(unexpected(complaints)).toEqual([]);
      await close();
    },
  );
});
