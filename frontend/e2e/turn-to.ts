import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from './browser.ts';

type Requests = { started: number; open: Set<Request> };

const counted = new WeakMap<Page, Requests>();

/** Returns the requests of a page's document, counted from the first call for this page. */
const requestsOf = (page: Page): Requests => {
  const known = counted.get(page);
  if (known !== undefined) return known;
  const requests: Requests = { started: 0, open: new Set() };
  counted.set(page, requests);
  let isLoading = false;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) isLoading = true;
    requests.started += 1;
    requests.open.add(request);
  });
  page.on('requestfinished', (request) => requests.open.delete(request));
  page.on('requestfailed', (request) => requests.open.delete(request));
  page.on('framenavigated', (frame) => {
    // Chromium does not tell of every request of the document before how it ended.
    if (isLoading && frame === page.mainFrame()) requests.open.clear();
    if (frame === page.mainFrame()) isLoading = false;
  });
  return requests;
};

/** Runs in the page. Ends when it has drawn what it had to draw. */
const drawn = (): Promise<unknown> =>
  new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(done));
  });

/** Waits until the page has all that it asked for, and asks for no more: icons, pictures and counts too. */
export const settled = async (page: Page): Promise<void> => {
  const requests = requestsOf(page);
  let seen: number;
  do {
    seen = requests.started;
    await eventually(() => expect([...requests.open].map((request) => request.url())).toEqual([]));
    await page.evaluate(drawn);
  } while (requests.started !== seen);
};

const dialogs = '[role=dialog], [role=alertdialog]';
/** The most dialogs that lie over each other. */
const MOST_DIALOGS = 3;

/** Closes the dialogs that lie over the page, as a reader does. Returns false if one stays open. */
const closeDialogs = async (page: Page): Promise<boolean> => {
  const open = page.locator(dialogs);
  for (let tries = 0; tries < MOST_DIALOGS; tries += 1) {
    const count = await open.count();
    if (count === 0) return true;
    await page.keyboard.press('Escape');
    await open
      .nth(count - 1)
      .waitFor({ state: 'detached', timeout: 5_000 })
      .catch(() => {});
  }
  return (await open.count()) === 0;
};

/**
 * Goes to an address of the program as its links do, without loading the page again, which takes most of the processor time.
 * Loads it where the browser has not been. Ends when the page is settled.
 */
export const turnTo = async (page: Page, href: string): Promise<void> => {
  requestsOf(page);
  const isThere = URL.parse(page.url())?.origin === new URL(href).origin;
  if (isThere && (await closeDialogs(page)))
    await page.evaluate((address) => {
      history.pushState(null, '', address);
    }, href);
  else await page.goto(href);
  await settled(page);
};
