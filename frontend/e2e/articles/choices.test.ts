import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page as BrowserPage } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleRow, Feed, Highlight, Page, Rule } from '../../../backend/src/contract/index.ts';
import { startRunner } from '../../../backend/test/harness/runner.ts';
import { rss, startFeedServer, type FeedServer } from '../../../backend/test/harness/servers/feed-server.ts';
import { startModel, vectorFor } from '../../../backend/test/harness/servers/model-server.ts';
import { eventually, openBrowser } from '../browser.ts';
import { violationsOf } from '../crawls/axe.ts';

const TITLES = [
  'Volcano season opens in Iceland',
  'Volcano season surprises the pilots',
  'Volcano season ends early',
  'A quiet week for gardeners',
];

const PAPER = rss(
  TITLES.map((title, n) => ({
    title,
    text: `<p>${title}. There is more to say about it.</p>`,
    link: `https://paper.example/${n}`,
    guid: `paper-${n}`,
    date: new Date(Date.now() - (n + 1) * 3_600_000).toISOString(),
  })),
  { title: 'The Paper' },
);

/** The tests go on where the test before them ended, in one page, as a reader does. */
describe('what a reader tells Omomi', () => {
  let server: FeedServer;
  let model: Awaited<ReturnType<typeof startModel>>;
  let isAway = false;
  let runner: Awaited<ReturnType<typeof startRunner>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: BrowserPage;
  let data: string;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'omomi-e2e-'));
    server = await startFeedServer();
    server.set('/paper.xml', { body: PAPER });
    model = await startModel(({ body }) => {
      if (isAway) return { status: 503, body: {} };
      const texts = [body['input']].flat().map(String);
      return { body: { data: texts.map((text, index) => ({ index, embedding: vectorFor(text, 128) })) } };
    });
    runner = await startRunner({
      data,
      allowHosts: server.host,
      variables: {
        EMBEDDER: 'openai',
        EMBEDDING_DIMENSION: '128',
        OPENAI_BASE_URL: model.url,
        OPENAI_MODEL: 'stand-in',
      },
    });
    await runner.post('/api/feeds', { url: server.url('/paper.xml') });
    await runner.settled();
    browser = await openBrowser();
    page = browser.page;
  });
  afterAll(async () => {
    await browser?.close();
    await runner?.stop();
    model?.close();
    await server?.close();
    await rm(data, { recursive: true, force: true });
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const rows = () => page.getByTestId('article-row');
  const rules = async () => (await runner.get<Page<Rule>>('/api/rules')).items;
  const names = async () => (await rules()).map(({ name }) => name);

  const writeRule = async (name: string, words: string) => {
    await button('Add rule').click();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Values of condition 1').fill(words);
  };
  const saveRule = async () => {
    await button('Save rule').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  it('are rules: previewed, saved, ordered, switched, applied and deleted', async () => {
    await page.goto(`${runner.origin}/settings/rules`);
    await writeRule('Gardens', 'garden*');
    await page.getByTestId('rule-preview').getByText('Would have matched 1 of').waitFor();
    expect(await page.getByTestId('rule-preview').getByRole('listitem').allTextContents()).toEqual([
      'A quiet week for gardeners',
    ]);
    await browser.shoot('rules-1-preview');
    await saveRule();
    await writeRule('Volcanoes', 'volcano');
    await page.getByLabel('Mute: it does not appear').press('Space');
    await page.getByLabel('Tags').fill('lava');
    await saveRule();
    await button('Move Volcanoes up').click();
    await eventually(async () => expect(await names()).toEqual(['Volcanoes', 'Gardens']));
    await page.getByLabel('Use Volcanoes').press('Space');
    await eventually(async () => expect((await rules())[0]?.is_active).toBe(false));
    await button('Apply now: Gardens, to the articles you have').click();
    await eventually(async () =>
      expect((await runner.get<Page<ArticleRow>>('/api/articles')).items).toHaveLength(3),
    );
    await eventually(async () => expect(await page.getByText('1 article so far').count()).toBe(1));
    await browser.shoot('rules-2-applied');
    await button('Delete Gardens').click();
    await eventually(async () => expect(await names()).toEqual(['Volcanoes']));
  });

  const menuOf = (title: string) =>
    rows().filter({ hasText: title }).getByRole('button', { name: 'More for this article' });
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });

  it('are muted words, picked from a title, previewed and taken back', async () => {
    await page.goto(runner.origin);
    await menuOf('surprises the pilots').press('Enter');
    await browser.shoot('menu');
    await item('Mute a word…').click();
    await button('Volcano').click();
    const dialog = page.getByRole('dialog');
    const preview = dialog.getByTestId('rule-preview');
    await preview.getByText('Would have matched 3 of').waitFor();
    await dialog.getByLabel('Word or phrase').fill('season ends');
    await dialog.getByLabel('In', { exact: true }).selectOption('feed');
    await preview.getByText('Would have matched 1 of').waitFor();
    expect(await preview.getByRole('listitem').allTextContents()).toEqual(['Volcano season ends early']);
    await browser.shoot('mute-word');
    await button('Mute').click();
    await page.getByText('“season ends” is muted.').waitFor();
    await eventually(async () => expect(await page.getByRole('dialog').count()).toBe(0));
    const muting = (await rules()).at(-1);
    const [feed] = (await runner.get<Page<Feed>>('/api/feeds')).items;
    expect(muting).toMatchObject({
      name: 'Mute season ends',
      conditions: [
        { field: 'title', any_of: ['"season ends"'] },
        { field: 'feed', any_of: [feed?.feed_id] },
      ],
      effects: { mute: true },
    });
    expect(await menuOf('surprises the pilots').evaluate((it) => it === document.activeElement)).toBe(true);
    await button('Undo').click();
    await eventually(async () => expect(await names()).not.toContain('Mute season ends'));
  });

  it('are tags: typed with completion, shown in the list and the sidebar, taken back, renamed and deleted', async () => {
    const evil = '<img src=x onerror=a()>';
    const tagsOf = async (title: string) =>
      (await runner.get<Page<ArticleRow>>('/api/articles')).items.find((each) => each.title.includes(title))
        ?.own_tags;
    const row = (title: string) => rows().filter({ hasText: title });
    const field = () => page.getByRole('combobox', { name: 'Tags', exact: true });
    const tags = page.getByTestId('tags');
    await page.goto(runner.origin);
    await page.locator('html[data-has-menus]').waitFor();
    expect(await tags.count()).toBe(0);
    // Without the counts, which an opened article changes.
    const sidebar = async () =>
      (await page.getByRole('navigation', { name: 'Feeds' }).innerText()).replaceAll(/\d/g, '');
    const before = await sidebar();
    // By keyboard: a tag that ends by a comma, a Japanese one, and one that would run as HTML.
    await row('surprises').getByRole('link').first().focus();
    await page.keyboard.press('t');
    await eventually(async () =>
      expect(await field().evaluate((it) => it === document.activeElement)).toBe(true),
    );
    await field().fill(`Climate, 気候、${evil}`);
    expect(await violationsOf(page)).toEqual([]);
    await browser.shoot('tags-1-dialog');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await tagsOf('surprises')).toEqual(['Climate', '気候', evil]));
    expect(await row('surprises').getByText(evil, { exact: true }).count()).toBe(1);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button('Undo').click();
    await eventually(async () => expect(await tagsOf('surprises')).toEqual([]));
    expect(await row('surprises').getByText('Climate', { exact: true }).count()).toBe(0);

    // By mouse, and on the width of a phone, where the article has the menu: a completion.
    const complete = async () => {
      await item('Tags…').click();
      await field().fill('clim');
      await page.getByRole('option', { name: 'Climate', exact: true }).click();
      await browser.shoot(`tags-2-${page.viewportSize()?.width}`);
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await field().waitFor({ state: 'detached' });
    };
    await menuOf('surprises').click();
    await complete();
    await page.setViewportSize({ width: 390, height: 844 });
    await row('ends early').getByRole('link').first().click();
    await page.locator('[data-testid=article-pane] [data-menu]').click();
    await complete();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await browser.shoot('tags-2-article');
    await page.goBack();
    await page.setViewportSize({ width: 1280, height: 800 });
    await tags.getByRole('link', { name: 'Climate' }).click();
    await page.getByRole('heading', { level: 1, name: 'Climate' }).waitFor();
    await eventually(async () => expect(await rows().count()).toBe(2));
    await browser.shoot('tags-3-list');
    expect(await violationsOf(page)).toEqual([]);

    const menu = () => tags.getByRole('button', { name: 'Actions for Climate' });
    await menu().click();
    await item('Rename…').click();
    await page.getByRole('dialog').getByLabel('Name').fill('気候');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: '気候' }).waitFor();
    await eventually(async () => expect(await tagsOf('ends early')).toEqual(['気候']));
    await eventually(async () =>
      expect(await row('ends early').getByText('気候', { exact: true }).count()).toBe(1),
    );
    await tags.getByRole('button', { name: 'Actions for 気候' }).click();
    await item('Delete').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'All articles' }).waitFor();
    await eventually(async () => expect(await tagsOf('surprises')).toEqual([]));
    // All is as it was before.
    await tags.waitFor({ state: 'detached' });
    expect(await sidebar()).toBe(before);
  });

  it('are passages, marked with a note by mouse and keyboard, changed, taken back, and said to be lost', async () => {
    const evil = '<img src=x onerror=a()>';
    const kept = async () => (await runner.get<Page<Highlight>>('/api/highlights')).items;
    const content = page.getByTestId('article-content');
    const marks = content.locator('mark');
    const select = (passage: string) =>
      content.evaluate((root, text) => {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const at = node.textContent?.indexOf(text) ?? -1;
          if (at !== -1) getSelection()?.setBaseAndExtent(node, at, node, at + text.length);
        }
      }, passage);
    await page.goto(runner.origin);
    await rows().filter({ hasText: 'surprises' }).getByRole('link').first().click();
    await content.getByText('There is more').waitFor();
    const before = await content.innerHTML();
    expect(await page.getByRole('button', { name: 'Highlights' }).count()).toBe(0);
    // By mouse: a note, which is text and not HTML.
    await select('is more to say');
    const bar = page.getByRole('toolbar', { name: 'Selected text' });
    await bar.waitFor();
    await browser.shoot('highlights-1-bar');
    await bar.getByRole('button', { name: 'Note', exact: true }).click();
    const note = page.getByRole('textbox', { name: 'Note' });
    await note.fill(`Why? ${evil}`);
    await browser.shoot('highlights-2-window');
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await eventually(async () =>
      expect(await kept()).toMatchObject([
        { quote: 'is more to say', suffix: ' about it. ', note: `Why? ${evil}` },
      ]),
    );
    const mark = content.getByRole('button', { name: 'is more to say' });
    expect(
      await mark.evaluate((it) => [it === document.activeElement, it.getAttribute('aria-description')]),
    ).toEqual([true, `Why? ${evil}`]);
    // By keyboard: a mark, taken back; a colour; removed and taken back.
    await select('Volcano season');
    await page.keyboard.press('h');
    await eventually(async () => expect(await kept()).toHaveLength(2));
    expect(await marks.count()).toBe(2);
    await page.keyboard.press('z');
    await eventually(async () => expect(await kept()).toHaveLength(1));
    await mark.press('Enter');
    await page.getByRole('radio', { name: 'Green' }).click();
    await eventually(async () => expect(await kept()).toMatchObject([{ colour: 'green' }]));
    await browser.shoot('highlights-3-green');
    await button('Remove highlight').click();
    await eventually(async () => expect(await kept()).toEqual([]));
    expect(await content.innerHTML()).toBe(before);
    await button('Undo').click();
    await eventually(async () => expect(await kept()).toHaveLength(1));
    expect(await mark.getAttribute('data-colour')).toBe('green');
    // All of them in one place, from the sidebar, which had no such line before.
    const link = page.getByRole('navigation', { name: 'Feeds' }).getByRole('button', { name: 'Highlights' });
    await link.click();
    const panel = page.getByRole('dialog', { name: 'Highlights' });
    await panel.getByText(`Why? ${evil}`, { exact: true }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await browser.shoot('highlights-5-list');
    const find = panel.getByRole('searchbox', { name: 'Find in highlights' });
    await find.fill('nothing of this');
    await panel.getByText('No highlight has these words.').waitFor();
    await find.fill('WHY paper');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Export as Markdown' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain(
      '## [Volcano season surprises the pilots](<https://paper.example/1>)\n\nThe Paper\n\n> is more to say\n\nWhy? \\<img',
    );
    const [archive] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'A file for each article' }).click(),
    ]);
    // Archives keep the names of their files as they are.
    expect(archive.suggestedFilename()).toBe('omomi-highlights.zip');
    expect(await readFile(await archive.path(), 'utf8')).toContain('Volcano season surprises the pilots.md');
    await panel.getByRole('link', { name: 'Volcano season surprises the pilots' }).click();
    await panel.waitFor({ state: 'detached' });
    await mark.waitFor();
    // What the text no longer has is told below it.
    const [made] = await kept();
    const { highlight_id, article_id, title: _, link: __, feed_title: ___, ...body } = made!;
    const address = `/api/articles/${article_id}/highlights`;
    await runner.put(`${address}/${highlight_id}x`, { ...body, quote: 'a passage that was cut' });
    await page.reload();
    await page.getByTestId('lost-highlights').getByText('a passage that was cut').click();
    await browser.shoot('highlights-4-lost');
    await button('Remove highlight').click();
    await page.getByTestId('lost-highlights').waitFor({ state: 'detached' });
    expect(await marks.count()).toBe(1);
    // What was read stays in the list for the tests that follow.
    await page.goto(`${runner.origin}/?filter=all`);
  });

  it('are places that articles are sent to, by the menu, by a key and from the server', async () => {
    const taken: string[] = [];
    let status = 201;
    server.set('/notes', (request, response) => {
      request.on('data', (chunk) => taken.push(`${String(request.headers['x-key'])} ${String(chunk)}`));
      request.on('end', () => response.writeHead(status).end());
    });
    server.set('/add', { body: '<h1>Added</h1>', type: 'text/html' });
    const places = page.getByRole('region', { name: 'Send articles to' });
    const add = async (service: string, fields: Record<string, string>) => {
      await places.getByLabel('Service').selectOption(service);
      for (const [label, text] of Object.entries(fields))
        await places.getByLabel(label, { exact: true }).fill(text);
      await places.getByRole('button', { name: 'Add' }).click();
    };
    await page.goto(`${runner.origin}/settings/apps?setting=destinations`);
    await add('Another server, sent as JSON', {
      Name: 'Notes',
      Address: 'notes',
      'Name of a header, if it needs one': 'X-Key',
      'Value of the header': 'secret',
    });
    await page.getByText('This cannot be used.').waitFor();
    await places.getByLabel('Address', { exact: true }).fill(server.url('/notes'));
    await places.getByText('Send each article that I save').click();
    await browser.shoot('destinations-0-form');
    await places.getByRole('button', { name: 'Add' }).click();
    await page.getByTestId('destination').waitFor();
    await add('Another address, opened in a tab', {
      Name: 'Links',
      Address: `${server.url('/add')}?u={url}&t={title}`,
    });
    await eventually(async () => expect(await page.getByTestId('destination').count()).toBe(2));
    expect(await page.getByTestId('destination').allTextContents()).toEqual([
      expect.stringContaining('key 1'),
      expect.stringContaining('key 2'),
    ]);
    await browser.shoot('destinations-1-settings');
    // The header covers a part of what is scrolled below it.
    await page.evaluate(() => window.scrollTo(0, 0));
    expect(await violationsOf(page)).toEqual([]);
    await page.goto(`${runner.origin}/?filter=all`);
    await rows().first().waitFor();
    await page.locator('html[data-has-menus]').waitFor();
    const title = (await rows().first().getByRole('heading').locator('a').textContent())!.replace(
      'Unread: ',
      '',
    );
    await rows().first().locator('[data-menu]').click();
    await page.getByRole('menuitem', { name: 'Send to Notes' }).waitFor();
    await browser.shoot('destinations-2-menu');
    await page.getByRole('menuitem', { name: 'Send to Notes' }).click();
    await page.getByText('Sent to Notes.').waitFor();
    expect(taken).toEqual([expect.stringContaining(title)]);
    expect(taken[0]).toMatch(/^secret \{"type":"link"/);
    status = 401;
    await rows().first().getByRole('heading').locator('a').focus();
    await page.keyboard.press('1');
    await page.getByText('Notes answered 401.').waitFor();
    const opened = page.waitForEvent('popup');
    await page.keyboard.press('2');
    const tab = new URL((await opened).url());
    expect(tab.pathname).toBe('/add');
    expect(tab.searchParams.get('t')).toBe(title);
    await (await opened).close();
    // A digit without a place does nothing.
    await page.keyboard.press('3');
    status = 201;
    const { items } = await runner.get<Page<ArticleRow>>('/api/articles?filter=all&limit=50');
    const articleId = items.find((each) => each.title === title)?.article_id;
    for (const is_saved of [true, false, true, false]) {
      await runner.put(`/api/articles/${articleId}/save`, { is_saved });
      await eventually(async () => expect(taken).toHaveLength(3));
    }
    expect(taken[2]).toContain(title);
    await page.goto(`${runner.origin}/settings/apps?setting=destinations`);
    await eventually(async () => {
      const facts = await page.getByTestId('destination').first().textContent();
      expect(facts).toMatch(/with each saved article · last sent .*\(201\)/);
      await page.reload();
    });
    for (const name of ['Notes', 'Links']) await button(`Remove ${name}`).click();
    await eventually(async () => expect(await page.getByTestId('destination').count()).toBe(0));
    await page.goto(`${runner.origin}/?filter=all`);
  });

  it('are feeds of which the reader wants less, until that is taken back', async () => {
    const volume = async () => (await runner.get<Page<Feed>>('/api/feeds')).items[0]?.volume;
    await menuOf('surprises the pilots').click();
    await item('Less of this feed').click();
    await page.getByText('“The Paper” ranks lower').waitFor();
    expect(await volume()).toBe('less');
    await button('Undo').click();
    await page.getByText('“The Paper” ranks as it did').waitFor();
    expect(await volume()).toBe('normal');
  });

  it('are questions why an article is here, which open it with its reasons', async () => {
    const why = button('Why it ranks here');
    const isAtReasons = async () =>
      expect([
        await why.getAttribute('aria-expanded'),
        await why.evaluate((element) => element === document.activeElement),
      ]).toEqual(['true', true]);
    await menuOf('surprises the pilots').press('Enter');
    await item('Why it ranks here').waitFor();
    // The menu gets the focus a moment after it is shown.
    await eventually(async () => {
      await page.keyboard.press('ArrowDown');
      expect(await item('Why it ranks here').getAttribute('data-highlighted')).not.toBeNull();
    });
    await page.keyboard.press('Enter');
    await why.waitFor();
    expect(page.url()).toContain('article=');
    await eventually(isAtReasons);
    await why.press('Enter');
    await page
      .getByTestId('article-pane')
      .getByRole('button', { name: 'More for this article' })
      .press('Enter');
    await item('Why it ranks here').click();
    await eventually(isAtReasons);
    await browser.shoot('why');
    await why.press('Enter');
  });

  it('are suggestions accepted', async () => {
    await page.goto(runner.origin);
    await page.getByRole('link', { name: 'Keywords', exact: true }).click();
    await button('Add Volcano season').click();
    await eventually(async () =>
      expect(await page.getByTestId('keyword-row').allTextContents()).toEqual([
        expect.stringContaining('Volcano season'),
      ]),
    );
    expect(await button('Add Volcano season').count()).toBe(0);
    await page.goBack();
  });

  const learned = () => runner.get('/api/me/learned');

  it('are asked for once an article is there, since an opinion given before would be shown as none', async () => {
    const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
    const isArticle = /\/api\/(opened-articles|articles\/\d{19})/;
    await page.route(isArticle, async (route) => {
      await isHeld;
      await route.continue();
    });
    await page.goto(runner.origin);
    await rows()
      .getByRole('link', { name: /opens in Iceland/ })
      .click();
    await button('Close article').last().waitFor();
    expect(await button('More like this').count()).toBe(0);
    release();
    await button('More like this').waitFor();
    await page.unroute(isArticle);
    await page.goto(runner.origin);
  });

  it('are opinions of articles, of which the first switches learning on until it is taken back', async () => {
    await rows()
      .getByRole('heading', { name: /opens in Iceland/ })
      .click();
    const more = button('More like this');
    await more.click();
    await page.getByText('Omomi now learns from what you like').waitFor();
    await eventually(async () => expect(await more.getAttribute('aria-pressed')).toBe('true'));
    await browser.shoot('thumbs-first');
    await eventually(async () => expect(await learned()).toMatchObject({ is_on: true, up: 1 }));
    await button('Undo').click();
    await page.getByText('Omomi no longer learns').waitFor();
    await eventually(async () => expect(await learned()).toMatchObject({ is_on: false, up: 0 }));
    await eventually(async () => expect(await more.getAttribute('aria-pressed')).toBe('false'));
  });

  it('are opinions of articles, given after an invitation and taken back', async () => {
    const article = rows().filter({ hasText: 'opens in Iceland' });
    await article.getByRole('button', { name: 'Save', exact: true }).click();
    await button('Turn on learning').click();
    const more = button('More like this');
    await more.click();
    await eventually(async () => expect(await more.getAttribute('aria-pressed')).toBe('true'));
    await browser.shoot('thumbs');
    await page.keyboard.press('-');
    await eventually(async () =>
      expect([
        await more.getAttribute('aria-pressed'),
        await button('Less like this').getAttribute('aria-pressed'),
      ]).toEqual(['false', 'true']),
    );
    await button('Less like this').click();
    await eventually(async () =>
      // The article that has a highlight is saved, too.
      expect(await learned()).toMatchObject({ is_on: true, up: 0, down: 0, saved: 2 }),
    );
  });

  it('are addresses of Today and of other lists as feeds, made and revoked', async () => {
    await page.goto(`${runner.origin}/settings/apps`);
    await page.getByLabel('Feed reader').fill('Phone');
    await button('Create addresses').click();
    const [atom, json, light] = await Promise.all(
      ['feed-atom', 'feed-json', 'feed-page'].map((id) => page.getByTestId(id).inputValue()),
    );
    expect(await (await fetch(atom!)).text()).toContain('Volcano season');
    expect((await fetch(json!)).status).toBe(200);
    expect(await (await fetch(light!)).text()).toMatch(/^<!doctype html>[^]*Volcano season/);
    await browser.shoot('feed-address');
    await button('I have copied it').click();
    await page.getByRole('combobox', { name: 'List' }).selectOption({ label: 'All feeds, as OPML' });
    await page.getByLabel('Feed reader').fill('Reader');
    await button('Create addresses').click();
    const opml = await page.getByTestId('feed-opml').inputValue();
    expect(await (await fetch(opml)).text()).toContain('<opml version="2.0">');
    await button('I have copied it').click();
    await button('Revoke Reader').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('combobox', { name: 'List' }).selectOption({ label: 'Unread' });
    await page.getByLabel('Feed reader').fill('Kindle');
    await button('Create addresses').click();
    const other = await page.getByTestId('feed-json').inputValue();
    expect((await (await fetch(other)).json()).title).toBe('Omomi: Unread');
    await button('I have copied it').click();
    await page.getByTestId('feed-address').filter({ hasText: 'Kindle' }).getByText('Unread').waitFor();
    await button('Revoke Kindle').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await eventually(async () => expect(await page.getByTestId('feed-address').count()).toBe(1));
    await button('Revoke Phone').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await eventually(async () => expect(await page.getByTestId('feed-address').count()).toBe(0));
    expect((await fetch(atom!)).status).toBe(404);
  });

  it('waits for a model that is away, as one line above the list says', async () => {
    isAway = true;
    await runner.post('/api/keywords', { text: 'glacier', weight: 1 });
    await eventually(async () => expect(await runner.get('/api/model')).toMatchObject({ state: 'away' }));
    await page.goto(runner.origin);
    await page
      .getByTestId('model-away')
      .getByText(/^The scoring model has not answered since \d/)
      .waitFor();
    await browser.shoot('model-away');
    // Articles are sent to an address that is none, and to a server that refuses them, on purpose.
    expect(browser.complaints.filter((each) => !/ 4(?:00|22) .*\/(?:destinations|send)$/.test(each))).toEqual(
      [],
    );
  });
});
