import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from './browser.ts';

type Requests = { started: number; open: number };

const counted = new WeakMap<Page, Requests>();

/** Returns the numbers of a page's requests, counted from the first call for this page. */
const requestsOf = (page: Page): Requests => {
  const known = counted.get(page);
  if (known !== undefined) return known;
  const requests: Requests = { started: 0, open: 0 };
  counted.set(page, requests);
  page.on('request', () => {
    requests.started += 1;
    requests.open += 1;
  });
  const end = () => {
    requests.open -= 1;
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
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
    await eventually(() => expect(requests.open).toBe(0));
    await page.evaluate(drawn);
  } while (requests.started !== seen);
};

/**
 * Goes to an address of the program as its links do, without loading the page again, which takes half of the processor time.
 * Loads it where the browser has not been, and where a window lies over the page. Ends when the page is settled.
 */
export const turnTo = async (page: Page, href: string): Promise<void> => {
  requestsOf(page);
  const isThere = URL.parse(page.url())?.origin === new URL(href).origin;
  if (isThere && (await page.locator('[role=dialog], [role=alertdialog]').count()) === 0)
    await page.evaluate((address) => {
      history.pushState(null, '', address);
    }, href);
  else await page.goto(href);
  await settled(page);
};
