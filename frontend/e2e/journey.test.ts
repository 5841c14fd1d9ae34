import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skipsDynamoDbLocal } from '../../backend/test/harness/engines/dynamodb-local.ts';
import { startRunner } from '../../backend/test/harness/runner.ts';
import { rss, startFeedServer, type FeedServer } from '../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from './browser.ts';
import { startDeployment } from './deployment.ts';

const article = (n: number, title: string, text: string) => ({
  title,
  text: `<p>${text}</p><p>Read on <a href="https://paper.example/more">elsewhere</a>.</p>`,
  link: `https://paper.example/${n}`,
  guid: `paper-${n}`,
  date: new Date(Date.now() - n * 3_600_000).toISOString(),
});

const PAPER = rss(
  [
    article(1, 'A quiet week for gardeners', 'Roses, hedges and a late frost kept the gardens busy.'),
    article(2, 'The ferry timetable changes', 'From Monday the boats leave a quarter of an hour earlier.'),
    article(
      3,
      'Glaciers lose ice as the climate warms',
      'Climate scientists measured the melting of forty glaciers.',
    ),
    article(4, 'A new library opens', 'Shelves for two hundred thousand books and a reading room.'),
  ],
  { title: 'The Paper', site: 'https://paper.example/' },
);

const PAGE = `<!doctype html><html><head><title>The Paper</title>
<link rel="alternate" type="application/rss+xml" title="The Paper" href="/feed.xml"></head><body>Hello</body></html>`;

const startLaptop: typeof startDeployment = async (allowHosts) => {
  const data = await mkdtemp(join(tmpdir(), 'omomi-e2e-'));
  const runner = await startRunner({ data, allowHosts });
  return {
    origin: runner.origin,
    enter: async (page: Page) => void (await page.goto(runner.origin)),
    stop: async () => {
      await runner.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
};

const describeFirstDay = (start: typeof startDeployment): void => {
  let server: FeedServer;
  let empty: FeedServer;
  let omomi: Awaited<ReturnType<typeof startDeployment>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;

  beforeAll(async () => {
    server = await startFeedServer();
    server.set('/', { body: PAGE, type: 'text/html' });
    server.set('/feed.xml', { body: PAPER });
    empty = await startFeedServer();
    empty.set('/', { body: '<html><body>No feed here</body></html>', type: 'text/html' });
    omomi = await start(`${server.host},${empty.host}`);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await omomi?.stop();
    await Promise.all([server?.close(), empty?.close()]);
  });

  it('leads from an empty page to a ranked, explained, marked and saved list that survives a reload', async () => {
    const { page, shoot, complaints } = browser;
    const rows = page.getByTestId('article-row');
    const titles = async () =>
      (await rows.getByRole('heading').allTextContents()).map((title) => title.replace(/^Unread: /, ''));
    const untilTitles = (first: string, count: number) =>
      eventually(async () => {
        const shown = await titles();
        expect([shown[0], shown.length]).toEqual([first, count]);
      });
    const rowOf = (title: RegExp) => rows.filter({ has: page.getByRole('heading', { name: title }) });

    await omomi.enter(page);
    await page.getByRole('heading', { name: 'Welcome to Omomi' }).waitFor();
    await shoot('1-first-start');

    const addFeed = async (address: string) => {
      await page.getByLabel('Address').fill(address);
      await page.getByRole('dialog').getByRole('button', { name: 'Add feed', exact: true }).click();
    };
    await page.getByRole('button', { name: 'Add feed', exact: true }).click();
    await addFeed(empty.url('/'));
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await shoot('2-no-feed-there');
    await addFeed(server.url('/'));
    await page.getByRole('heading', { level: 1, name: 'The Paper' }).waitFor();
    await untilTitles('A quiet week for gardeners', 4);
    expect(await rowOf(/ferry/).textContent()).toContain('1 min');
    await shoot('3-a-feed');

    await page.getByRole('link', { name: 'Keywords', exact: true }).click();
    await page.getByLabel('Keyword', { exact: true }).fill('climate');
    await page.getByRole('button', { name: 'Add keyword', exact: true }).click();
    await page.getByTestId('keyword-row').waitFor();
    await page.goBack();
    await untilTitles('Glaciers lose ice as the climate warms', 4);
    await shoot('4-ranked-by-the-keyword');

    await page.getByRole('heading', { name: /Glaciers lose ice/ }).click();
    const why = page.getByRole('region', { name: 'Why it ranks here' });
    // In a pane that has room for the tools, and for little beside them.
    await page.setViewportSize({ width: 1440, height: 900 });
    const tools = why.getByRole('toolbar');
    const { x, y } = (await tools.boundingBox())!;
    await why.getByRole('button', { name: 'Why it ranks here' }).click();
    const score = Number(/[\d.]+/.exec((await page.getByTestId('score-total').textContent()) ?? '')?.[0]);
    expect(score).toBeGreaterThan(0.3);
    await page.getByTestId('article-content').getByText('melting of forty glaciers').waitFor();
    expect(await why.getByTestId('passage').textContent()).toBe('Glaciers lose ice as the climate warms');
    expect(await why.locator('mark').allTextContents()).toEqual(['climate']);
    await why.getByText('climate').first().waitFor();
    // The tools stay where they are when the reasons open below them.
    expect(await tools.boundingBox()).toMatchObject({ x, y });
    await page.setViewportSize({ width: 1280, height: 800 });
    // The bars can be compared in a narrow pane too.
    expect((await why.getByTestId('reason-bar').first().boundingBox())!.width).toBeGreaterThan(100);
    await shoot('5-open-with-reasons');
    const marked = () =>
      page.evaluate(() =>
        Array.from(CSS.highlights.get('reason') ?? [], (range) =>
          range instanceof Range ? range.toString() : '',
        ),
      );
    const paints = () =>
      page.evaluate(() =>
        Array.from(CSS.highlights.get('reason') ?? [], ({ startContainer }) =>
          startContainer.parentElement === null
            ? ''
            : getComputedStyle(startContainer.parentElement, '::highlight(reason)').backgroundColor,
        ),
      );
    expect(await marked()).toEqual([]);
    await why.getByRole('button', { name: 'Mark these words in the article' }).click();
    await eventually(async () => expect(await marked()).toEqual(['climate', 'Climate']));
    // The title and the text have the same colour, and it is one.
    expect(new Set(await paints()).size).toBe(1);
    expect(await paints()).not.toContain('rgba(0, 0, 0, 0)');
    await shoot('5-open-with-marks');
    await eventually(async () => expect(await rowOf(/Glaciers/).getAttribute('data-read')).toBe('true'));
    await eventually(async () => expect(await page.getByTestId('unread-count').textContent()).toContain('3'));

    await rowOf(/ferry/).getByRole('button', { name: 'Save', exact: true }).click();
    await eventually(async () => expect(await rowOf(/ferry/).getAttribute('data-saved')).toBe('true'));
    await rowOf(/library/)
      .getByRole('button', { name: 'Save', exact: true })
      .click();
    await rowOf(/library/)
      .getByRole('button', { name: 'Mark as read' })
      .click();
    await page.getByRole('button', { name: 'Close article' }).click();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('unread');
    await eventually(async () =>
      expect((await titles()).toSorted((a, b) => a.localeCompare(b))).toEqual([
        'A quiet week for gardeners',
        'The ferry timetable changes',
      ]),
    );
    await shoot('6-unread');

    await page.reload();
    await eventually(async () => expect(await rows.count()).toBe(2));
    expect(await page.getByRole('combobox', { name: 'Show' }).inputValue()).toBe('unread');
    await page.getByRole('combobox', { name: 'Show' }).selectOption('saved');
    await page.getByRole('combobox', { name: 'Order' }).selectOption('published_at');
    // The last saved comes first, and what is let go by mistake is in its place again.
    const saved = ['A new library opens', 'The ferry timetable changes'];
    await eventually(async () => expect(await titles()).toEqual(saved));
    for (const name of ['Remove from saved', 'Save']) {
      const answer = page.waitForResponse((response) => response.url().endsWith('/save'));
      await rowOf(/ferry/).getByRole('button', { name, exact: true }).click();
      expect((await answer).ok()).toBe(true);
    }
    const stored = await page.evaluate(async () => {
      const answer = await fetch('/api/articles?filter=saved');
      return (await answer.json()) as { items: { title: string }[] };
    });
    expect(stored.items.map(({ title }) => title)).toEqual(saved);
    expect(await rowOf(/ferry/).getAttribute('data-saved')).toBe('true');
    await page.getByRole('combobox', { name: 'Show' }).selectOption('read');
    await eventually(async () =>
      expect((await titles()).toSorted((a, b) => a.localeCompare(b))).toEqual([
        'A new library opens',
        'Glaciers lose ice as the climate warms',
      ]),
    );
    // The page without a feed fails on purpose, and who has not signed in yet has no preferences.
    expect(complaints.filter((complaint) => !/422|401 .*\/preferences$/.test(complaint))).toEqual([]);
  });
};

describe('a reader’s first day', () => {
  describe('on a laptop', () => {
    describeFirstDay(startLaptop);
  });
  describe.skipIf(skipsDynamoDbLocal)('in a deployment (needs Java 17)', () => {
    describeFirstDay(startDeployment);
  });
});
