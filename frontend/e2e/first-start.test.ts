import type { Page as BrowserPage } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Keyword, Page } from '../../backend/src/contract/index.ts';
import { rss } from '../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from './browser.ts';
import { openWorld, type World } from './world.ts';

const titles = [
  'The solar sail unfolds',
  'A second solar sail is on its way',
  'Why a solar sail needs no fuel',
  'Volcano season begins early',
  'What volcano season means for ferries',
  'Volcano season: the harbour prepares',
  'A walk in the hills',
];
const PAPER = rss(
  titles.map((title, n) => ({
    title,
    text: `<p>${title}.</p>`,
    link: `https://paper.example/${n}`,
    guid: `paper-${n}`,
    date: new Date(Date.now() - (n + 1) * 3_600_000).toISOString(),
  })),
  { title: 'The Paper', site: 'https://paper.example/' },
);

/** Drops a file on the heading of the page, as the hand does. */
const drop = async (page: BrowserPage, name: string, text: string): Promise<void> => {
  const dataTransfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], fileName, { type: 'text/plain' }));
      return transfer;
    },
    [name, text] as const,
  );
  const heading = page.getByRole('heading', { level: 1 });
  await heading.dispatchEvent('dragover', { dataTransfer });
  await heading.dispatchEvent('drop', { dataTransfer });
};

describe('the first page', () => {
  let world: World;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    world = await openWorld();
    world.server.set('/feed.xml', { body: PAPER });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it('takes an OPML file that is dropped anywhere, and then offers keywords from the titles', async () => {
    const { page, shoot, complaints } = browser;
    const { runner, server } = world;
    await page.goto(runner.origin);
    await page.getByRole('heading', { name: 'Welcome to Omomi' }).waitFor();
    await drop(page, 'holiday.txt', 'We went to the sea.');
    await page.getByText('This file cannot be imported.').waitFor();
    await eventually(async () =>
      expect(
        await page
          .getByText('This file cannot be imported.')
          .evaluate((it) => it.getBoundingClientRect().top),
      ).toBeLessThan(800),
    );
    await shoot('first-1-no-opml');
    await drop(
      page,
      'feeds.opml',
      `<opml version="2.0"><body><outline text="The Paper" xmlUrl="${server.url('/feed.xml')}"/></body></opml>`,
    );
    await page.getByRole('button', { name: 'Continue to the articles' }).click();
    const chips = page.getByRole('list', { name: 'From what you read' }).getByRole('button');
    await chips.first().waitFor();
    await shoot('first-2-suggested');
    await page.getByRole('button', { name: 'Add Solar sail' }).click();
    await page.getByRole('button', { name: 'Added Solar sail' }).waitFor();
    await page.getByRole('button', { name: 'Add Volcano season' }).click();
    await eventually(async () => {
      const { items } = await runner.get<Page<Keyword>>('/api/keywords');
      expect(items.map(({ text }) => text.toLowerCase())).toEqual(['solar sail', 'volcano season']);
    });
    await shoot('first-3-chosen');
    await page.getByRole('note').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('note').waitFor({ state: 'detached' });
    // The file that is no OPML is refused on purpose.
    expect(complaints.filter((each) => !/400.*opml|422.*opml/.test(each))).toEqual([]);
  });

  it('shows sample feeds without a network, ranked by their keywords, until the reader removes them', async () => {
    const { page, shoot } = browser;
    const other = await openWorld();
    const { runner } = other;
    await page.goto(runner.origin);
    await page.getByRole('button', { name: 'Try it with samples' }).focus();
    await page.keyboard.press('Enter');
    const top = page.getByTestId('article-row').first();
    await top.waitFor();
    await runner.settled();
    await page.reload();
    await top
      .getByText(/night trains|sourdough|solar power|open source/i)
      .first()
      .waitFor();
    await shoot('first-4-samples');
    await page.goto(`${runner.origin}/today`);
    await page
      .getByRole('heading', { name: /night trains|sourdough|solar power|open source/i })
      .first()
      .waitFor();
    await shoot('first-5-samples-today');
    await runner.post('/api/keywords', { text: 'harbour' });
    await page.goto(`${runner.origin}/feeds`);
    await page.getByText('4 of these feeds are samples').waitFor();
    await shoot('first-6-samples-feeds');
    await page.getByRole('button', { name: 'Remove the samples' }).click();
    await page.getByText('Unsubscribed from 4 feeds.').waitFor();
    expect((await runner.get<Page<Keyword>>('/api/keywords')).items.map(({ text }) => text)).toEqual([
      'harbour',
    ]);
    await page.goto(runner.origin);
    await page.getByRole('heading', { name: 'Welcome to Omomi' }).waitFor();
    await other.close();
  });
});
