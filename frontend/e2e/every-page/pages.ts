import type { Page } from 'playwright-core';
import { suiteBox } from '../box/suite-box.ts';
import { settled, turnTo } from '../turn-to.ts';
import type { FullWorld } from './world.ts';

/** A page of the program, or a window over it. */
export type Place = {
  name: string;
  path: (ids: FullWorld['ids']) => string;
  /** Matches an element that is there when the page shows what it is about. */
  ready: string;
  /** Opens what no address leads to. */
  act?: (page: Page) => Promise<void>;
};

const rows = '[data-testid=article-row]';
const heading = 'h1';

const settings = ['display', 'reading', 'feeds', 'apps', 'account'].map((section): Place => ({
  name: `settings-${section}`,
  path: () => (section === 'display' ? '/settings' : `/settings/${section}`),
  ready: 'main section, main form, main h2',
}));

const crawl = ['pages', 'slowest', 'broken', 'duplicates', 'errors'].map((section): Place => ({
  name: `crawl-${section}`,
  path: ({ crawl: id }) => `/crawls/${id}${section === 'pages' ? '' : `/${section}`}`,
  ready: '[data-testid=queue-completed]',
}));

/** Presses keys after the page is there, and waits for the window that they open. */
const byKeys =
  (...keys: string[]) =>
  async (page: Page): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
    await page.locator('[role=dialog]').last().waitFor();
  };

/** Opens the menu of the open article. */
const articleMenu = async (page: Page): Promise<void> => {
  await page.locator('html[data-has-menus]').waitFor();
  await page.locator('[data-testid=article-pane] [data-menu]').press('Enter');
  await page.locator('[role=menu] [data-value=mute]').waitFor();
};

/** Opens the dialog that mutes a word of the open article, and picks a word. */
const muteWord = async (page: Page): Promise<void> => {
  await articleMenu(page);
  await page.locator('[role=menu] [data-value=mute]').click();
  const dialog = page.locator('[role=dialog]');
  await dialog.locator('fieldset button').first().click();
  await dialog.getByTestId('rule-preview').waitFor();
};

/** Shows what waits to be played and what was begun, which the browser keeps. */
const listen = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    const episode = (n: number, title: string) => {
      const url = `https://pod.example/${n}.mp3`;
      return { kind: 'audio', url, source: url, name: `${n}.mp3`, title, address: '/' };
    };
    const begun = episode(3, 'Unbroken'.repeat(20));
    const waiting = [
      episode(1, 'The last lighthouse keeper of the northern coast'),
      episode(2, '灯台守の最後の一日'),
    ];
    localStorage.setItem('omomi.media-queue', JSON.stringify(waiting));
    const positions = [[begun.url, 754, { ...begun, duration: 3600 }]];
    localStorage.setItem('omomi.media-positions', JSON.stringify(positions));
    window.location.hash = '#listening';
  });
  await page.locator('[role=dialog] [data-testid=episode]').last().waitFor();
};

/** Returns what no page should log: the wrong query is refused, and the still of a video is at a host that a test does not reach. */
export const unexpected = (complaints: readonly string[]): string[] =>
  complaints.filter((each) => !/400.*\/api\/search|404.*\/api\/image/.test(each));

/** Every page that a reader can open, and the windows over the list. */
export const places: readonly Place[] = [
  { name: 'list', path: () => '/', ready: rows },
  {
    name: 'article',
    path: ({ article }) => `/?article=${article}`,
    ready: '[data-testid=article-content] table',
  },
  { name: 'feed', path: ({ feed }) => `/?feed=${feed}&filter=all`, ready: rows },
  { name: 'saved', path: () => '/?filter=saved', ready: rows },
  { name: 'today', path: () => '/today', ready: 'main h2' },
  { name: 'search', path: () => '/search', ready: 'main input' },
  {
    name: 'search-results',
    path: () => '/search?q=lighthouse%20OR%20%E7%81%AF%E5%8F%B0',
    ready: 'main mark',
  },
  {
    name: 'search-wrong',
    path: () => '/search?q=importance%3Anone',
    ready: 'main [role=alert], main [aria-invalid=true]',
  },
  {
    name: 'search-changed',
    path: () => '/search?q=lighthouse%20OR%20%E7%81%AF%E5%8F%B0',
    ready: 'main mark',
    act: async (page) => {
      await page.locator('main input').first().fill('lighthouse');
      await page.getByTestId('changed-search').waitFor();
    },
  },
  { name: 'feeds', path: () => '/feeds', ready: '[data-testid=feed-row]' },
  { name: 'your-reading', path: () => '/feeds?show=reading', ready: '[data-testid=opened-feed]' },
  { name: 'keywords', path: () => '/keywords', ready: '[data-testid=keyword-row]' },
  { name: 'jobs', path: () => '/jobs', ready: '[data-testid=job]' },
  // A reader who is not the owner has no such page.
  ...(suiteBox() === null ? [{ name: 'owner', path: () => '/owner', ready: 'main li' }] : []),
  { name: 'crawls', path: () => '/crawls', ready: '[data-testid=crawl]' },
  { name: 'crawl-new', path: () => '/crawls/new', ready: 'main textarea' },
  ...crawl,
  ...settings,
  {
    name: 'notifications',
    path: () => '/settings/reading?setting=notifications',
    ready: 'main [aria-current] button',
    act: async (page) => {
      await page.locator('main [aria-current] button').click();
      await page.locator('[role=dialog] form').waitFor();
    },
  },
  { name: 'highlights', path: () => '/#highlights', ready: '[data-testid=highlight]' },
  { name: 'help', path: () => '/', ready: rows, act: byKeys('?') },
  { name: 'palette', path: () => '/', ready: rows, act: byKeys('Control+k') },
  {
    name: 'mute-word',
    path: ({ article }) => `/?article=${article}`,
    ready: '[data-testid=article-content] table',
    act: muteWord,
  },
  // It stores a queue in the browser. From then on the sidebar of every page has a link to the queue.
  { name: 'listening', path: () => '/', ready: rows, act: listen },
  { name: 'goodbye', path: () => '/goodbye', ready: heading },
];

/** Lets the server fail for all but what the page needs to know its reader. */
export const fail = (page: Page): Promise<unknown> =>
  page.route(
    (url) => url.pathname.startsWith('/api/') && !/^\/api\/(?:me|health|auth)/.test(url.pathname),
    (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: JSON.stringify({
          error: {
            code: 'INTERNAL',
            message: 'The server failed.',
            details: null,
            category: 'system',
            action: 'Try again.',
          },
        }),
      }),
  );

/** Goes to a place and waits until it shows all that it is about. */
export const goTo = async (
  page: Page,
  origin: string,
  place: Place,
  ids: FullWorld['ids'],
): Promise<void> => {
  await turnTo(page, new URL(place.path(ids), origin).href);
  await page.locator(place.ready).first().waitFor();
  await place.act?.(page);
  if (place.act !== undefined) await settled(page);
};
