/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rss } from '../../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from '../browser.ts';
import { openWorld, type World } from '../world.ts';
import { violationsOf } from '../crawls/axe.ts';

const papers = {
  Herald: [
    ['Volcano near Grindavik erupts', 'Lava flows over the Reykjanes road.'],
    ['A pudding of bread and apples', 'Bake it until the crust is as red as lava.'],
    ['Council votes on the harbour', 'The harbour will be dredged next year.'],
  ],
  新聞: [
    [
      '石川県で震度5弱の地震、津波の心配なし',
      '気象庁によると、石川県能登地方を震源とする地震がありました。この地震による津波の心配はありません。',
    ],
    [
      '人工知能で地震の揺れを予測、石川県の震度5弱で',
      '気象庁と東京大学は、石川県能登地方を震源とする地震の揺れを人工知能で予測しました。緊急地震速報と警報に使われます。',
    ],
    ['秋の味覚を楽しむ', '栗とさつまいもの季節です。'],
  ],
} as const;

describe('search in the browser', () => {
  let world: World;
  let server: World['server'];
  let runner: World['runner'];
  let browser: Awaited<ReturnType<typeof openBrowser>>;

  beforeAll(async () => {
    world = await openWorld();
    ({ server, runner } = world);
    for (const [title, told] of Object.entries(papers)) {
      const items = told.map(([headline, text], at) => ({
        title: headline,
        text: `<p>${text}</p>`,
        link: `https://${encodeURIComponent(title)}.example/${at}`,
        guid: headline,
        date: new Date(Date.now() - (at + 1) * 3_600_000).toISOString(),
      }));
      server.set(`/${encodeURIComponent(title)}`, { body: rss(items, { title }) });
      await runner.post('/api/feeds', { url: server.url(`/${encodeURIComponent(title)}`) });
    }
    await runner.settled();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  const field = () => browser.page.getByRole('textbox', { name: 'Search your articles' });
  const rows = () => browser.page.getByTestId('article-row');
  const found = async (count: number) => {
    await eventually(async () =>
      expect(await browser.page.getByTestId('found').textContent()).toBe(
        count === 0 ? 'No articles' : count === 1 ? '1 article' : `${count} articles`,
      ),
    );
  };
  const focused = () => browser.page.evaluate(() => document.activeElement?.id);
  const addressed = (address: string) =>
    eventually(() => {
      const { pathname, search } = new URL(browser.page.url());
      expect(pathname + search).toBe(address);
    });
  /** Chromium reports every answer with a status of 400 as an error of the page. */
  const complaints = () =>
    browser.complaints.filter((text) => !/(status of (400|429)|ERR_INTERNET_DISCONNECTED).*/.test(text));

  it('finds while one types, marks the words, and narrows by feed and state', async () => {
    const { page, shoot } = browser;
    await page.goto(runner.origin);
    await eventually(async () => expect(await rows().count()).toBe(6));
    await page.keyboard.press('/');
    await eventually(async () => expect(await focused()).toBe('search-field'));
    expect(await field().inputValue()).toBe('');
    expect(await violationsOf(page)).toEqual([]);
    await field().pressSequentially('lav');
    await found(2);
    expect((await page.locator('mark').first().textContent())?.toLowerCase()).toMatch(/^lav/);
    await field().fill('grindavik');
    await found(1);
    await addressed('/search?q=grindavik');
    await field().fill('after:7d');
    await found(6);
    await page.getByRole('button', { name: /^Herald 3$/ }).click();
    await found(3);
    expect(await field().inputValue()).toBe('feed:"Herald" after:7d');
    await page.getByRole('button', { name: /^Herald 3$/ }).click();
    await found(6);
    await shoot('search-wide');
    expect(await violationsOf(page)).toEqual([]);
  });

  it('cancels a search that is still on its way when another one begins', async () => {
    const { page } = browser;
    const slow = (url: URL) => url.pathname === '/api/search' && url.searchParams.get('q') === 'road';
    await page.route(slow, () => undefined);
    const cancelled = page.waitForEvent('requestfailed', (request) => slow(new URL(request.url())));
    await field().fill('road');
    await page.waitForRequest((request) => slow(new URL(request.url())));
    expect(await rows().count()).toBe(6);
    await field().fill('pudding');
    expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED');
    await found(1);
    await page.unroute(slow);
  });

  it('points at the wrong part of a query, and keeps what was found before', async () => {
    const { page } = browser;
    await field().fill('lava');
    await found(2);
    await field().fill('lava is:red');
    await page.getByTestId('wrong-part').waitFor();
    expect(await page.getByTestId('wrong-part').textContent()).toContain('red');
    expect(await page.getByRole('alert').textContent()).toContain('Write is:unread, is:read or is:saved.');
    expect(await field().getAttribute('aria-invalid')).toBe('true');
    expect(await violationsOf(page)).toEqual([]);
    expect(await rows().count()).toBe(2);
    await field().fill('lava "over the');
    await eventually(async () =>
      expect(await page.getByTestId('wrong-part').textContent()).toBe('"over the'),
    );
    await field().fill('lava "over the"');
    await found(1);
    expect(await page.getByTestId('wrong-part').count()).toBe(0);
  });

  it('is used by the keyboard alone: to the results, into an article, back to the field, and away', async () => {
    const { page } = browser;
    await page.goto(runner.origin);
    await eventually(async () => expect(await rows().count()).toBe(6));
    await page.keyboard.press('/');
    await field().waitFor();
    await page.keyboard.type('lava');
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await focused()).toMatch(/^open-/));
    const first = await focused();
    await page.keyboard.press('ArrowDown');
    await eventually(async () => expect(await focused()).not.toBe(first));
    await page.keyboard.press('k');
    await eventually(async () => expect(await focused()).toBe(first));
    await page.keyboard.press('s');
    await eventually(async () => expect(await rows().first().getAttribute('data-saved')).toBe('true'));
    await page.keyboard.press('Enter');
    await page.getByTestId('article-content').waitFor();
    await eventually(async () => expect(await rows().first().getAttribute('data-read')).toBe('true'));
    await page.keyboard.press('Escape');
    await eventually(async () => expect(await page.getByTestId('article-content').count()).toBe(0));
    await page.keyboard.press('Escape');
    await eventually(async () => expect(await focused()).toBe('search-field'));
    await page.keyboard.press('Escape');
    await addressed('/');
  });

  it('has an address for each search, to which Back, Forward and a reload lead', async () => {
    const { page } = browser;
    await page.goto(`${runner.origin}/search?q=lava&order=time`);
    await found(2);
    expect(await field().inputValue()).toBe('lava');
    expect(await page.getByRole('radio', { name: 'Newest' }).isChecked()).toBe(true);
    await field().fill('pudding');
    await found(1);
    await field().press('Enter');
    await field().fill('harbour');
    await found(1);
    await addressed('/search?q=harbour&order=time');
    await page.goBack();
    await eventually(async () => expect(await field().inputValue()).toBe('pudding'));
    await page.goBack();
    await found(2);
    await page.goForward();
    await found(1);
    await page.reload();
    await found(1);
    expect(await field().inputValue()).toBe('pudding');
    await field().fill('');
    await page.getByRole('button', { name: 'pudding', exact: true }).click();
    await found(1);
  });

  it('does not search what an input method is still composing', async () => {
    const { page } = browser;
    await page.goto(`${runner.origin}/search`);
    await field().focus();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/search') asked.push(searchParams.get('q') ?? '');
    });
    const input = await page.context().newCDPSession(page);
    for (const text of ['j', 'じ', 'じs', 'じしん'])
      await input.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    // Enough for every pause after which a text would be searched.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 60; frame += 1) await new Promise((next) => requestAnimationFrame(next));
    });
    expect(asked).toEqual([]);
    await input.send('Input.insertText', { text: '地震' });
    await found(2);
    expect(asked).toEqual(['地震']);
    expect(await page.locator('mark').allTextContents()).toContain('地震');
  });

  it('saves a search with its unread articles, marks them read, and takes that back', async () => {
    const { page, shoot } = browser;
    await page.goto(`${runner.origin}/search?q=after:7d`);
    await found(6);
    await page.getByRole('button', { name: 'Save this search' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('This week');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const section = page.getByTestId('saved-searches');
    await eventually(async () => expect(await section.textContent()).toContain('5 unread'));
    await shoot('search-saved');
    await page.getByRole('button', { name: 'Mark all read' }).click();
    await page.getByText('5 articles marked read.').waitFor();
    await eventually(async () => expect(await section.textContent()).not.toContain('unread'));
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => expect(await section.textContent()).toContain('5 unread'));
    await page.goto(runner.origin);
    await section.getByRole('link', { name: /^This week/ }).click();
    await found(6);
    await addressed('/search?q=after%3A7d');
    await field().fill('after:6d lava');
    await found(2);
    const changed = page.getByTestId('changed-search');
    expect(await changed.textContent()).toContain('Changed from “This week”');
    // The message about a wrong query covers this row, so the row is hidden.
    await field().fill('importance:none');
    await page.getByTestId('wrong-part').waitFor();
    expect(await changed.isVisible()).toBe(false);
    await field().fill('after:6d lava');
    await found(2);
    await changed.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Changed “This week”.').waitFor();
    await eventually(async () => expect(await changed.count()).toBe(0));
    expect(await runner.get('/api/searches')).toMatchObject({ items: [{ q: 'after:6d lava' }] });
    await page.getByRole('radio', { name: 'Newest' }).press('Space');
    await changed.getByRole('button', { name: 'Save as new' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Second');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await eventually(async () => expect(await section.getByRole('listitem').count()).toBe(2));
    await eventually(async () => expect(await changed.count()).toBe(0));
    expect(await violationsOf(page)).toEqual([]);
    await section.getByRole('button', { name: 'Actions for Second' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await eventually(async () => expect(await section.getByRole('listitem').count()).toBe(1));
    await section.getByRole('button', { name: 'Actions for This week' }).click();
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Lately');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await section.getByRole('button', { name: 'Actions for Lately' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await eventually(async () => expect(await section.count()).toBe(0));
  });

  it('counts down when it was asked too often, goes on by itself, and says how far it has looked', async () => {
    const { page, shoot } = browser;
    await page.goto(`${runner.origin}/search?q=lava`);
    await found(2);
    const refused = (url: URL) => url.pathname === '/api/search' && url.searchParams.get('q') === 'pudding';
    let asked = 0;
    await page.route(refused, async (route) => {
      asked += 1;
      if (asked > 1) {
        // The texts of all six articles are read long ago; a large reader's first search is answered like this.
        const response = await route.fetch();
        const json = (await response.json()) as object;
        const indexed = asked === 2 ? { articles: 2, of: 6 } : { articles: 6, of: 6 };
        return route.fulfill({ response, json: { ...json, indexed } });
      }
      const error = {
        code: 'RATE_LIMITED',
        message: 'too many',
        details: { retry_after: 2 },
        category: 'limit',
        action: '',
      };
      return route.fulfill({ status: 429, headers: { 'retry-after': '2' }, json: { error } });
    });
    await field().fill('pudding');
    const note = page.getByRole('alert').filter({ hasText: 'The search failed.' });
    await note.getByText(/tries again by itself in [23] seconds\./).waitFor();
    await shoot('search-limited');
    await note.getByText('tries again by itself in 1 second.').waitFor();
    await page.getByTestId('looking').getByText('Looking through 2 of 6 articles').waitFor();
    expect(await note.count()).toBe(0);
    await eventually(async () => expect(await page.getByTestId('looking').count()).toBe(0));
    await found(1);
    await page.unroute(refused);
  });

  it('says that it is offline, keeps the query, and finds when the connection is back', async () => {
    const { page } = browser;
    await page.context().setOffline(true);
    await field().fill('harbour');
    await page.getByText('There is no connection.').waitFor();
    expect(await field().inputValue()).toBe('harbour');
    await page.context().setOffline(false);
    await found(1);
    expect(await page.getByText('There is no connection.').count()).toBe(0);
  });

  it('shows what has the most of the words where no article has all of them', async () => {
    const { page, shoot } = browser;
    await field().fill('lava harbour volcano');
    await page.getByTestId('relaxed').getByText('No article has all of these words.').waitFor();
    // It does not say that there are no articles above some.
    expect(await page.getByTestId('found').textContent()).toBe('');
    await eventually(async () => expect(await rows().count()).toBe(3));
    expect(await rows().first().textContent()).toContain('Volcano near');
    expect(await page.getByRole('button', { name: 'Mark all read' }).isDisabled()).toBe(true);
    await shoot('search-relaxed');
    expect(await violationsOf(page)).toEqual([]);
  });

  it('says in the list from where on articles lack some of the words', async () => {
    const { page, shoot } = browser;
    await field().fill('what did lava and the volcano do');
    await found(1);
    await page.getByTestId('relaxed').getByText('1 more with some of the words').waitFor();
    const note = 'From here on, articles have only some of the words.';
    await eventually(async () => expect(await rows().count()).toBe(2));
    expect(await rows().first().textContent()).not.toContain(note);
    expect(await rows().last().textContent()).toContain(note);
    await shoot('search-partial');
    expect(await violationsOf(page)).toEqual([]);
  });

  it('shows what is related under an open article, and opens it in the list', async () => {
    const { page } = browser;
    await page.goto(`${runner.origin}/search?q=${encodeURIComponent('津波')}`);
    await found(1);
    await rows()
      .getByRole('link', { name: /石川県/ })
      .click();
    const related = page.getByTestId('related');
    await related.getByRole('link', { name: /^人工知能で地震の揺れ/ }).click();
    await eventually(async () =>
      expect(await page.locator('[data-testid=article-row][aria-current=true]').textContent()).toContain(
        '人工知能',
      ),
    );
    await eventually(async () => expect(await focused()).toMatch(/^open-/));
    expect(new URL(page.url()).pathname).toBe('/');
    await page.goBack();
    await related.getByRole('link', { name: 'More like this' }).click();
    await eventually(async () => expect(await field().inputValue()).toMatch(/^like:\d+$/));
    await eventually(async () =>
      expect(await rows().allTextContents()).toContainEqual(expect.stringContaining('人工知能')),
    );
    expect(complaints()).toEqual([]);
  });

  it('is in the bottom bar of a phone, in Japanese and in the dark', async () => {
    const phone = await openBrowser({
      width: 390,
      height: 844,
      isPhone: true,
      colorScheme: 'dark',
      locale: 'ja-JP',
    });
    const { page, shoot } = phone;
    try {
      await page.goto(runner.origin);
      await page.getByRole('link', { name: '検索', exact: true }).tap();
      await page.getByRole('textbox', { name: '記事を検索' }).fill('地震');
      await eventually(async () => expect(await page.getByTestId('found').textContent()).toBe('2件の記事'));
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await shoot('search-phone');
      expect(await violationsOf(page)).toEqual([]);
      expect(phone.complaints).toEqual([]);
    } finally {
      await phone.close();
    }
  });
});
