import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleRow, Feed, Page } from '../../../backend/src/contract/index.ts';
import { numberedItem, rss } from '../../../backend/test/harness/servers/feed-server.ts';
import { articlePage } from '../../../backend/test/harness/servers/articles-web.ts';
import { eventually, openBrowser } from '../browser.ts';
import { openWorld, type World } from '../world.ts';

const page = readFileSync(
  join(import.meta.dirname, '../../../backend/test/suites/listings/pages/japanese-news.html'),
  'utf8',
);
const article = readFileSync(
  join(import.meta.dirname, '../../../backend/test/suites/listings/pages/article.html'),
  'utf8',
);

describe('a site without a feed', () => {
  let world: World;
  let server: World['server'];
  let runner: World['runner'];

  beforeAll(async () => {
    world = await openWorld();
    ({ server, runner } = world);
    server.set('/news/', { body: page, type: 'text/html; charset=utf-8' });
    server.set('/story', { body: article, type: 'text/html; charset=utf-8' });
    server.set('/harbour.xml', { body: rss([numberedItem(1)], { title: 'Harbour' }) });
    const { job_id } = await runner.importFeeds([server.url('/harbour.xml')]);
    await runner.jobDone(job_id);
  });
  afterAll(async () => {
    await world?.close();
  });

  it.each([
    ['en-US', 'Add feed', 'This site has no feed, but its headlines can be followed'],
    ['ja-JP', 'フィードを追加', 'フィードはありませんが、ページの見出しを購読できます'],
  ])('is followed by the list that the reader picks: %s', async (locale, add, offer) => {
    const browser = await openBrowser({ locale });
    const { page: tab } = browser;
    // As a link that subscribes, such as that of a bookmark, or by hand.
    const dialog = tab.getByRole('dialog');
    if (locale === 'ja-JP') {
      await tab.goto(`${runner.origin}/subscribe?url=${encodeURIComponent(`feed:${server.url('/story')}`)}`);
      await dialog.waitFor();
    } else {
      await tab.goto(runner.origin);
      await tab.getByRole('button', { name: add }).first().click();
      await dialog.getByRole('textbox').fill(server.url('/story'));
    }
    await eventually(async () =>
      expect(await dialog.getByRole('textbox').inputValue()).toBe(server.url('/story')),
    );
    await dialog.getByRole('button', { name: add }).click();
    await eventually(async () => {
      expect(await dialog.getByRole('alert').textContent()).toMatch(/single article|記事そのもの/);
    });
    await dialog.getByRole('textbox').fill(server.url('/news/'));
    await dialog.getByRole('button', { name: add }).click();
    await dialog.getByText(offer).waitFor();
    await dialog.getByText('政府、送電網の共同運用を九か国と合意').waitFor();
    expect(await dialog.getByRole('alert').count()).toBe(0);
    await browser.shoot(`add-page-${locale}`);
    await browser.close();
  });
});

describe('a page that is saved', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
    world.server.set('/story', { body: articlePage('A page of its own'), type: 'text/html; charset=utf-8' });
    world.server.set('/harbour.xml', { body: rss([numberedItem(1)], { title: 'Harbour' }) });
    const { job_id } = await world.runner.importFeeds([world.server.url('/harbour.xml')]);
    await world.runner.jobDone(job_id);
  });
  afterAll(async () => {
    await world?.close();
  });

  it('is in the list of saved ones by a link, by Add feed and by the palette, or says why not', async () => {
    const { runner, server } = world;
    const browser = await openBrowser();
    const { page: tab, complaints } = browser;
    const dialog = tab.getByRole('dialog');
    const text = `A page ${server.url('/story')}`;
    await tab.goto(`${runner.origin}/save?title=A&text=${encodeURIComponent(text)}`);
    await eventually(async () =>
      expect(await dialog.getByRole('textbox').inputValue()).toBe(server.url('/story')),
    );
    await browser.shoot('save-page');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await tab.getByText('“A page of its own” is saved.').waitFor();
    const row = tab.getByRole('link', { name: /A page of its own/ }).first();
    await row.waitFor();
    expect(new URL(tab.url()).searchParams.get('filter')).toBe('saved');
    await row.click();
    await tab.getByText('Paragraph 6').first().waitFor();
    expect(complaints).toEqual([]);

    await tab.getByRole('button', { name: 'Add feed' }).first().click();
    await dialog.getByRole('textbox').fill(server.url('/story'));
    await dialog.getByRole('button', { name: 'Add feed' }).click();
    await dialog.getByRole('button', { name: 'Save this page instead' }).waitFor();
    await browser.shoot('save-instead');
    await dialog.getByRole('button', { name: 'Save this page instead' }).click();
    await dialog.waitFor({ state: 'detached' });
    await tab.keyboard.press('Control+k');
    await dialog.getByRole('combobox').fill('save a page');
    await tab.keyboard.press('Enter');
    await dialog.getByRole('textbox').fill(server.url('/gone'));
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByText('The page is not there.').waitFor();
    await browser.shoot('save-page-gone');

    await browser.close();
  });

  it('has the text that the reader sees, which the bookmark hands over, and lets the site go', async () => {
    const { runner, server } = world;
    const paragraphs = articlePage('<img src=x onerror=alert(1)>A walled page')
      .split('<main>')[1]
      ?.replace('</article>', '<img src="x" onerror="alert(1)"><script>alert(1)</script></article>');
    // The site sends everybody this document. Its script adds the text, as a site does for readers who pay.
    const body = `<!doctype html><title>A walled page</title><body><p>Subscribe.<template>${paragraphs}</template>
      <script>document.body.append(document.querySelector('template').content.cloneNode(true))</script>`;
    server.set('/walled', { body, status: 402, type: 'text/html; charset=utf-8' });
    const browser = await openBrowser();
    const { page: site } = browser;
    let dialogs = 0;
    site.context().on('dialog', (dialog) => {
      if (dialog.page() !== site) dialogs += 1;
      void dialog.dismiss();
    });
    await site.goto(`${runner.origin}/settings/apps?setting=elsewhere`);
    const program = await site.getByRole('link', { name: 'Save to Omomi' }).getAttribute('href');
    await browser.shoot('save-links');
    await site.goto(server.url('/walled'));
    await site.evaluate((code) => {
      const open = window.open.bind(window);
      // Remembers the window, as a site would that wants to go on with it.
      window.open = (...given) => Object.assign(window, { opened: open(...given) }).opened;
      const link = Object.assign(document.createElement('a'), { textContent: 'Bookmark' });
      link.setAttribute('href', code ?? '');
      document.body.prepend(link);
    }, program);
    const opening = site.waitForEvent('popup');
    await site.getByRole('link', { name: 'Bookmark' }).click();
    const tab = await opening;
    const dialog = tab.getByRole('dialog');
    await dialog.getByText('With the text of “A walled page” as you see it there.').waitFor();
    expect(await dialog.getByRole('textbox').inputValue()).toBe(server.url('/walled'));
    // Nothing is saved before the reader presses.
    const { items } = await runner.get<Page<ArticleRow>>('/api/articles?filter=saved');
    expect(items.map(({ title }) => title)).not.toContain('A walled page');
    const isClosed = () => site.evaluate(() => (window as unknown as { opened: Window }).opened.closed);
    expect(await isClosed()).toBe(false);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await tab.waitForURL(/filter=saved/);
    await tab
      .getByRole('link', { name: /A walled page/ })
      .first()
      .click();
    const content = tab.getByTestId('article-content');
    await content.getByText('Paragraph 6').first().waitFor();
    expect(await content.locator('script, [onerror]').count()).toBe(0);
    expect(dialogs).toBe(0);
    expect(server.requests.get('/walled')?.full).toBe(1);
    // To the site the window is gone.
    await eventually(async () => expect(await isClosed()).toBe(true));
    await browser.close();
  });
});

describe('a page with several feeds', () => {
  let world: World;
  const named = [
    ['/sport.xml', 'Sport', [1, 2]],
    ['/news.xml', 'News', [3, 4]],
    ['/news-again.xml', 'News, once more', [3, 4]],
    ['/arts.xml', 'Arts', [5]],
  ] as const;

  beforeAll(async () => {
    world = await openWorld();
    const { server } = world;
    for (const [path, title, items] of named)
      server.set(path, {
        body: rss(
          items.map((n) => numberedItem(n)),
          { title },
        ),
      });
    const links = named.map(([path, title]) => {
      const type = path === '/arts.xml' ? 'atom' : 'rss';
      return `<link rel="alternate" type="application/${type}+xml" title="${title}" href="${path}">`;
    });
    server.set('/paper', {
      body: `<head>${links.join('')}</head><p>Paper`,
      type: 'text/html; charset=utf-8',
    });
  });
  afterAll(async () => {
    await world?.close();
  });

  it.each(['the first page', 'Add feed'] as const)('asks which one, in its own order: %s', async (where) => {
    const { runner, server } = world;
    const isFirst = where === 'the first page';
    const browser = await openBrowser(isFirst ? {} : { width: 390, height: 844, isPhone: true });
    const { page: tab } = browser;
    await tab.goto(isFirst ? runner.origin : `${runner.origin}/feeds`);
    if (!isFirst) await tab.getByRole('button', { name: 'Add feed' }).first().click();
    const form = isFirst ? tab.getByRole('main') : tab.getByRole('dialog');
    await form.getByLabel(isFirst ? 'Or bring your own' : 'Address').fill(server.url('/paper'));
    await form.getByRole('button', { name: isFirst ? 'Start reading 1 feed' : 'Add feed' }).click();
    await form.getByText('This page offers several feeds. Which one?').waitFor();
    // The first page followed Sport, which Add feed names without offering it again.
    const offered = form.getByRole('listitem').filter({ hasText: '.xml' });
    await eventually(async () => {
      const texts = await offered.allTextContents();
      expect(texts.map((text) => /^(?:Sport|News, once more|News|Arts)/.exec(text)?.[0])).toEqual([
        'Sport',
        'News',
        'Arts',
      ]);
    });
    await browser.shoot(`add-several-${isFirst ? 'first' : 'dialog'}`);
    await offered.getByRole('button', { name: isFirst ? /^Sport/ : /^News/ }).click();
    await eventually(async () => {
      const { items } = await runner.get<Page<Feed>>('/api/feeds');
      expect(items.map(({ title }) => title).toSorted()).toEqual(isFirst ? ['Sport'] : ['News', 'Sport']);
    });
    await browser.close();
  });
});
