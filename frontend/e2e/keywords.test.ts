import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleRow, Keyword, Page } from '../../backend/src/contract/index.ts';
import { rss } from '../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from './browser.ts';
import { openWorld, type World } from './world.ts';

// Each is about one keyword and unrelated to the others, so that every place is known.
const titles = [
  'A recipe for bread',
  'The ferry timetable changes',
  'Football: the cup goes to the islanders',
  'A climate of trust in the council',
  'A new library opens',
];
const PAPER = rss(
  titles.map((title, n) => ({
    title,
    text: `<p>${title}, and how it came about.</p>`,
    link: `https://paper.example/${n}`,
    guid: `paper-${n}`,
    date: new Date(Date.now() - (n + 1) * 3_600_000).toISOString(),
  })),
  { title: 'The Paper', site: 'https://paper.example/' },
);

describe('the keywords page', () => {
  let world: World;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    world = await openWorld();
    world.server.set('/feed.xml', { body: PAPER });
    await world.runner.post('/api/keywords', { text: 'library', weight: 2 });
    await world.runner.post('/api/keywords', { text: 'football', weight: 1 });
    await world.runner.post('/api/feeds', { url: world.server.url('/feed.xml') });
    await world.runner.settled();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it('shows what each weight would move, with one request a keyword, and what the week was about', async () => {
    const { page, shoot, complaints } = browser;
    const { runner } = world;
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/keywords/preview')) asked.push(request.postData() ?? '');
    });
    const preview = page.getByTestId('keyword-preview');
    const line = (title: string) => preview.getByRole('listitem').filter({ hasText: title });
    const weights = async () =>
      (await runner.get<Page<Keyword>>('/api/keywords')).items.map(({ text, weight }) => [text, weight]);

    // The address of the former window leads here.
    await page.goto(`${runner.origin}/#keywords`);
    await page.getByRole('heading', { level: 1, name: 'Keywords' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/keywords');
    await page.getByText('You read nothing in the last seven days.').waitFor();

    await page.getByLabel('Keyword', { exact: true }).fill('climate');
    await line('A climate of trust').waitFor();
    await page.getByLabel('Weight of climate', { exact: true }).fill('0');
    await eventually(async () => expect(await line('A climate of trust').innerText()).toContain('→ 3'));
    await page.getByLabel('Weight of climate', { exact: true }).fill('30');
    await eventually(async () => expect(await line('A climate of trust').innerText()).toContain('→ 1'));
    await shoot('keywords-1-adding');
    expect(asked).toHaveLength(1);
    await page.getByRole('button', { name: 'Add keyword', exact: true }).click();
    await eventually(async () => expect(await page.getByTestId('keyword-row').count()).toBe(3));
    expect(await weights()).toEqual([
      ['library', 2],
      ['football', 1],
      ['climate', 3.2],
    ]);
    expect(await preview.count()).toBe(0);
    await runner.settled();

    // The slider of a keyword that is there: each step is reckoned on the page, and the last one is sent.
    const slider = page.getByLabel('Weight of football', { exact: true });
    await slider.focus();
    await slider.press('End');
    await line('Football').waitFor();
    expect(await line('Football').innerText()).toContain('→ 1');
    await shoot('keywords-2-moving');
    await slider.press('Home');
    await page.getByText('every article keeps its place').waitFor();
    await slider.press('End');
    await eventually(async () => expect(await weights()).toContainEqual(['football', 10]));
    expect(asked).toHaveLength(2);
    await page.getByLabel('Keyword', { exact: true }).focus();
    await preview.waitFor({ state: 'detached' });

    const { items } = await runner.get<Page<ArticleRow>>('/api/articles?sort=published_at&filter=all');
    for (const { article_id, title } of items.filter(({ title }) => /Football|library/.test(title))) {
      expect(title).not.toBe('');
      await runner.put(`/api/articles/${article_id}/read`, { is_read: true });
    }
    await page.reload();
    await page.getByTestId('shares').waitFor();
    expect(await page.getByTestId('shares').getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/library\s+1 article · 50%/),
      expect.stringMatching(/football\s+1 article · 50%/),
      expect.stringMatching(/climate\s+0 articles · 0%/),
    ]);
    await shoot('keywords-3-shares');

    // The keys lead to it, and Back leads away.
    await page.goto(runner.origin);
    await page.getByTestId('article-row').first().waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('k');
    await page.getByRole('heading', { level: 1, name: 'Keywords' }).waitFor();
    await page.goBack();
    await page.getByTestId('article-row').first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('keeps what is typed while another keyword is being added', async () => {
    const { page } = browser;
    const { promise: gate, resolve: letIn } = Promise.withResolvers<void>();
    await page.route('**/api/keywords', async (route) => {
      if (route.request().method() === 'POST') await gate;
      await route.fallback();
    });
    await page.goto(`${world.runner.origin}/keywords`);
    const field = page.getByLabel('Keyword', { exact: true });
    await field.fill('harbour');
    await field.press('Enter');
    await field.fill('lighthouse');
    letIn();
    await page.getByTestId('keyword-row').filter({ hasText: 'harbour' }).waitFor();
    expect(await field.inputValue()).toBe('lighthouse');
    await page.unroute('**/api/keywords');
  });

  it('counts down to the end of a rate limit, and then shows the preview by itself', async () => {
    const { page } = browser;
    const preview = page.getByTestId('keyword-preview');
    let refusals = 1;
    await page.route('**/api/keywords/preview', (route) => {
      refusals -= 1;
      if (refusals < 0) return route.fallback();
      const error = {
        code: 'RATE_LIMITED',
        message: 'Too many requests.',
        details: { retry_after: 1 },
        category: 'limit',
        action: 'Wait.',
      };
      return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { error } });
    });
    await page.goto(`${world.runner.origin}/keywords`);
    await page.getByLabel('Keyword', { exact: true }).fill('bread');
    await page
      .getByRole('alert')
      .getByText(/tries again by itself in [12] s/)
      .waitFor();
    await preview.getByRole('listitem').filter({ hasText: 'A recipe for bread' }).waitFor();
    expect(refusals).toBe(-1);
  });
});
