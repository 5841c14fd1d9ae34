// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../browser.ts';
import { violationsOf } from '../crawls/axe.ts';
import { misfits } from '../letters.ts';
import { goTo, places, unexpected } from './pages.ts';
import { type FullWorld, openFullWorld } from './world.ts';

let world: FullWorld;
beforeAll(async () => {
  world = await openFullWorld();
});
afterAll(() => world?.close());

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844, isPhone: true };

/** With the least size of letters the page is in German, whose words are the longest. */
describe.each([
  { what: 'twice the usual size', settings: { defaultFontSize: 32 }, look: desk },
  { what: 'twice the usual size', settings: { defaultFontSize: 32 }, look: phone },
  {
    what: '16 px or more, in German',
    settings: { minimumFontSize: 16 },
    look: { ...desk, locale: 'de-DE' },
    isAccessible: true,
  },
  {
    what: '16 px or more, in German',
    settings: { minimumFontSize: 16 },
    look: { ...phone, locale: 'de-DE' },
  },
])('with text of $what on a screen of $look.width px', ({ settings, look, isAccessible = false }) => {
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    browser = await openBrowser(look, { settings });
  });
  afterAll(() => browser?.close());

  it.each(places)('$name fits, and no control is lost', async (place) => {
    await goTo(browser.page, world.runner.origin, place, world.ids);
    await browser.shoot(`letters-${Object.keys(settings)[0]}-${look.width}-${place.name}`);
    // `width.test.ts` sets the page in all letters.
    expect(await misfits(browser.page, ['its own', 'the widest'])).toEqual([]);
    // `axe.test.ts` looks at the pages on a phone. Letters of twice the size may have less contrast.
    expect(isAccessible ? await violationsOf(browser.page) : []).toEqual([]);
  });

  it('no feed of the overview covers the next one', async () => {
    await browser.page.goto(`${world.runner.origin}/feeds`);
    const rows = browser.page.getByTestId('feed-row');
    await rows.nth(2).waitFor();
    const covering = await rows.evaluateAll((all) =>
      all.filter((row) => row.scrollHeight > row.clientHeight + 2).map((row) => row.textContent),
    );
    expect(covering).toEqual([]);
  });

  it('no page logs an error', () => {
    expect(unexpected(browser.complaints)).toEqual([]);
  });
});
