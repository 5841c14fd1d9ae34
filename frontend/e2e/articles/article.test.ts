/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleRow, Page as ListPage } from '../../../backend/src/contract/index.ts';
import type { FeedServer } from '../../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from '../browser.ts';
import { openWorld, type World } from '../world.ts';
import { violationsOf } from '../crawls/axe.ts';
import { addVoices, endSpoken, spokenNow } from './aloud.ts';
import { drawnPng, partOf, silentWav } from './samples.ts';

const SENTENCE =
  'For thirty years the lamp was lit by hand every evening, and the log of the weather was kept in ink. ';
const JAPANESE = '三十年のあいだ、灯りは毎晩人の手でともされ、天気の記録は万年筆で書かれてきた。';
const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const FILM = '<iframe src="https://player.vimeo.com/video/76979871?h=abc123def4"></iframe>';
const SOUND_SECONDS = 120;

const cells = (name: string, text: string) => `<${name}>${text}</${name}>`.repeat(14);

const textOf = (server: FeedServer) => `
<p>${SENTENCE}<sup><a href="https://paper.example/1#fn:1">1</a></sup> ${SENTENCE}</p>
<p><img src="${server.url('/lamp.png?w=1&amp;h=2')}" alt="A lighthouse at dusk" width="800" height="500"></p>
<p>${SENTENCE.repeat(2)} ${'Unbroken'.repeat(40)}</p>
<p><img src="${server.url('/gone.png')}" alt="A picture that is gone"></p>
<table><thead><tr>${cells('th', 'Lighthouse')}</tr></thead><tbody><tr>${cells('td', 'A number 4711')}</tr></tbody></table>
<table><tr>${`<td>${JAPANESE}</td>`.repeat(6)}<td>1</td></tr></table>
<p id="hole"><a href="https://paper.example/ad"><span><img src="${server.url('/gone-too.png')}"></span></a></p>
<pre><code>const light = lamps.filter(({ isLit }) => isLit).map((lamp) => lamp.light).reduce((sum, light) => sum + light, 0);</code></pre>
<p><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe></p>
<p>A talk about it: <a href="https://vimeo.com/76979871">at Vimeo</a>, an hour long.</p>
<ol><li><p>The note about the ink. <a href="https://paper.example/1#fnref:1">↩</a></p></li></ol>`;

const feedOf = (server: FeedServer) => {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const item = (n: number, title: string, text: string, more = '', link = `https://paper.example/${n}`) =>
    `<item><title>${title}</title>
    <link>${link}</link><guid>paper-${n}</guid><dc:creator>Anna Kowalska</dc:creator>
    <pubDate>${new Date(Date.now() - n * 3_600_000).toUTCString()}</pubDate><description>${escaped(text)}</description>${more}</item>`;
  const sound = `<enclosure url="${server.url('/sound.wav')}" type="audio/x-wav" length="1"/>`;
  return `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
    <title>The Coastal Paper</title><link>https://paper.example/</link>
    ${item(1, 'The last lighthouse keeper of the northern coast hands over the keys to a sensor', textOf(server))}
    ${item(2, 'Waves: a recording of the harbour', `<p>${SENTENCE}</p>`, sound)}
    ${item(4, 'A film of the lamp', `<h2>A film of <b>the lamp</b></h2><p>${SENTENCE}</p><p>${FILM}</p>`)}
    ${item(3, '灯台守の最後の一日、鍵を返す朝', `<p>${JAPANESE.repeat(4)}</p><p>${JAPANESE.repeat(6)}</p>`)}
    ${item(5, 'A letter from the keeper', `<p>${SENTENCE}</p>`, '', server.url('/letter'))}
    </channel></rss>`;
};

const PHONE = { width: 390, height: 844, isPhone: true } as const;

describe('an article', () => {
  let world: World;
  let server: World['server'];
  let runner: World['runner'];
  let ids: string[];

  beforeAll(async () => {
    world = await openWorld();
    ({ server, runner } = world);
    server.set('/paper.xml', { body: feedOf(server) });
    server.set('/lamp.png?w=1&h=2', { body: drawnPng(800, 500), type: 'image/png' });
    await runner.post('/api/feeds', { url: server.url('/paper.xml') });
    await runner.post('/api/keywords', { text: 'lighthouse' });
    await runner.settled();
    const { items } = await runner.get<ListPage<ArticleRow>>('/api/articles?sort=published_at&filter=all');
    ids = items.map(({ article_id }) => article_id);
  });
  afterAll(async () => {
    await world?.close();
  });

  /** Opens a browser that notes every request to another host, and answers it if a test says so. */
  const open = async (look: Parameters<typeof openBrowser>[0]) => {
    const browser = await openBrowser(look);
    const foreign: string[] = [];
    await browser.page.route(
      (url) => url.origin !== runner.origin,
      async (route) => {
        const url = route.request().url();
        foreign.push(url);
        if (url.endsWith('/sound.wav'))
          await route.fulfill(partOf(silentWav(SOUND_SECONDS), route.request()));
        else if (/\/(?:embed|video)\//.test(url))
          await route.fulfill({ contentType: 'text/html', body: '<p>A player</p>' });
        else await route.abort();
      },
    );
    const show = async (n: number) => {
      await browser.page.goto(`${runner.origin}/?sort=time&filter=all&article=${ids[n - 1]}`);
      await browser.page.getByTestId('article-content').waitFor();
    };
    return { ...browser, foreign, show, content: browser.page.getByTestId('article-content') };
  };

  /** Runs `check` in a browser and closes it. */
  const within = async (
    look: Parameters<typeof openBrowser>[0],
    check: (browser: Awaited<ReturnType<typeof open>>) => Promise<void>,
  ) => {
    const browser = await open(look);
    try {
      await check(browser);
    } finally {
      await browser.close();
    }
  };

  it('begins in the first screen of a phone, fits it, and loads its pictures through the server alone', () =>
    within(PHONE, async ({ page, content, show, shoot, foreign, complaints }) => {
      await show(1);
      const image = content.locator('img');
      await eventually(async () =>
        expect(await image.evaluateAll((all) => all.map((each) => each.getAttribute('data-loaded')))).toEqual(
          [''],
        ),
      );
      await shoot('article-phone');
      const tops = await page.evaluate(() => {
        const topOf = (selector: string) =>
          document.querySelector(selector)?.getBoundingClientRect().top ?? Infinity;
        return {
          text: topOf('[data-testid=article-content] p'),
          title: topOf('[data-testid=article-pane] h2'),
        };
      });
      expect(tops.title).toBeGreaterThan(0);
      // At least five lines of the text.
      expect(tops.text).toBeLessThan(PHONE.height - 200);
      const told = await page.getByTestId('article-pane').innerText();
      for (const word of ['The Coastal Paper', 'by Anna Kowalska', 'hour']) expect(told).toContain(word);

      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        PHONE.width,
      );
      // On a narrow phone too, the head has three rows: the title, the facts with the author, the reasons with the tools.
      await page.setViewportSize({ width: 320, height: PHONE.height });
      const parts = page.getByTestId('article-pane').locator('h2, h2 + div > *, [id$=-why], [role=toolbar]');
      await eventually(async () => {
        const places = await parts.evaluateAll((all) =>
          all.map((each) => each.getBoundingClientRect().toJSON()),
        );
        const below = places.filter(
          ({ top }) => !places.some((other) => other.top < top && top < other.bottom - 2),
        );
        expect([places.length, new Set(below.map(({ top }) => top)).size]).toEqual([5, 3]);
      });
      await shoot('article-phone-320');
      await page.setViewportSize(PHONE);
      const frames = content.locator('[data-scrolls]');
      expect(
        await frames.evaluateAll((all) =>
          all.map(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
        ),
      ).toEqual([true, true, true]);
      // A column of sentences has some letters in each of its lines, one of a number is as narrow as that.
      const columns = await frames
        .nth(1)
        .locator('td')
        .evaluateAll((all) => all.map((cell) => cell.clientWidth));
      for (const column of columns.slice(0, -1)) expect(column).toBeGreaterThan(100);
      expect(columns.at(-1)).toBeLessThan(60);
      // A picture that fails and has no description leaves nothing, nor does what was only around it.
      await eventually(async () => expect(await content.locator('a[href$="/ad"]').count()).toBe(0));
      expect(
        await content.evaluate(
          (text) =>
            [...text.querySelectorAll('p:not(:has(img))')].filter((each) => each.textContent === '').length,
        ),
      ).toBe(0);
      expect(await frames.evaluateAll((all) => all.map((each) => each.getAttribute('tabindex')))).toEqual([
        '0',
        '0',
        '0',
      ]);

      expect(await image.getAttribute('src')).toMatch(/^\/api\/image\?url=http/);
      await content.getByText('[Image: A picture that is gone]').waitFor();
      expect(await violationsOf(page)).toEqual([]);
      expect(foreign).toEqual([]);
      expect(complaints.filter((each) => !each.includes('/api/image'))).toEqual([]);
    }));

  it('is printed alone; shows footnotes, larger pictures and videos where they are asked for, and closes each by itself', () =>
    within(
      { width: 1440, height: 900, colorScheme: 'dark' },
      async ({ page, content, show, shoot, foreign, complaints }) => {
        await show(1);
        await page.emulateMedia({ media: 'print' });
        const isPrinted = (selector: string) => page.locator(selector).first().isVisible();
        expect(await isPrinted('[data-testid=article-pane] h2')).toBe(true);
        expect(await isPrinted('[data-testid=article-content] table')).toBe(true);
        for (const other of ['nav', 'button', '[data-testid=article-row]', '[role=separator]'])
          expect([other, await isPrinted(other)]).toEqual([other, false]);
        const printed = await page.getByTestId('article-pane').evaluate((pane) => ({
          isWhole: pane.scrollHeight <= pane.clientHeight,
          colour: getComputedStyle(pane).color,
          address: getComputedStyle(pane.querySelector('a[href*=vimeo]') ?? pane, '::after').content,
        }));
        expect(printed).toEqual({
          isWhole: true,
          colour: 'rgb(0, 0, 0)',
          address: expect.stringContaining('vimeo.com/76979871'),
        });
        // Its author and date, the address of its video, and footnotes without addresses; code is as wide as the paper.
        expect(await page.getByText('by Anna Kowalska').isVisible()).toBe(true);
        expect(await page.getByTestId('article-pane').locator('section time').first().isVisible()).toBe(true);
        for (const [selector, isThere] of [
          ['[data-testid=video] a', true],
          ['[data-testid=video] > :first-child', false],
          ['[data-testid=video] span', false],
          ['[data-note-back]', false],
        ] as const)
          expect([selector, await content.locator(selector).first().isVisible()]).toEqual([
            selector,
            isThere,
          ]);
        const paper = await content.evaluate((text) => {
          const pre = text.querySelector('pre');
          const code = document.createElement('code');
          code.textContent = 'const line = 1; '.repeat(60);
          pre?.append(code);
          const isWrapped = pre !== null && pre.scrollWidth <= pre.clientWidth;
          code.remove();
          const mark = text.querySelector('a[data-note]');
          return { isWrapped, note: mark && getComputedStyle(mark, '::after').content };
        });
        expect(paper).toEqual({ isWrapped: true, note: 'none' });
        await page.emulateMedia({ media: 'screen' });
        const isOpen = () => content.count();
        const mark = content.locator('a[data-note]');
        await mark.click();
        const note = page.getByRole('note', { name: 'Footnote' });
        expect(await note.innerText()).toBe('The note about the ink.');
        expect(await mark.getAttribute('aria-expanded')).toBe('true');
        await shoot('article-footnote');
        await page.keyboard.press('Escape');
        await note.waitFor({ state: 'detached' });
        expect(await isOpen()).toBe(1);
        await mark.click();
        await note.waitFor();
        await page.goBack();
        await note.waitFor({ state: 'detached' });
        expect(await isOpen()).toBe(1);

        await content.getByRole('link', { name: 'Show larger: A lighthouse at dusk' }).click();
        const larger = page.getByTestId('picture-window');
        await larger.waitFor();
        await page.keyboard.press('Escape');
        await larger.waitFor({ state: 'detached' });
        expect(await isOpen()).toBe(1);

        const video = content.getByTestId('video');
        expect(await video.count()).toBe(1);
        expect(await content.getByRole('link', { name: 'at Vimeo' }).count()).toBe(1);
        expect(foreign).toEqual([]);
        await video.getByRole('button', { name: 'Play the video from YouTube' }).click();
        await page.frameLocator('iframe').getByText('A player').waitFor();
        expect(foreign).toEqual([
          expect.stringContaining('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'),
        ]);
        expect(await video.getByRole('link', { name: 'Watch at YouTube' }).getAttribute('href')).toBe(VIDEO);

        // Vimeo has a card in place of a still, and its player comes by a press too.
        foreign.length = 0;
        await page.keyboard.press('Escape');
        await show(4);
        await shoot('article-vimeo');
        // The title that the text repeats stands above it alone.
        expect((await content.textContent())?.trim().startsWith('For thirty years')).toBe(true);
        expect(await video.locator('iframe, img').count()).toBe(0);
        expect(foreign).toEqual([]);
        await video.getByRole('button', { name: 'Play the video from Vimeo' }).click();
        await page.frameLocator('iframe').getByText('A player').waitFor();
        expect(foreign).toEqual(['https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=abc123def4']);
        const frame = video.locator('iframe');
        expect(await frame.getAttribute('title')).toMatch(/\S \(video from Vimeo\)$/);
        // Beside `allow` it makes the browser warn.
        expect(await frame.getAttribute('allowfullscreen')).toBeNull();
        expect(await frame.getAttribute('sandbox')).not.toMatch(/top-navigation|forms|downloads/);
        expect(complaints.filter((each) => !each.includes('/api/image'))).toEqual([]);
      },
    ));

  it('stops a recording that was left after the minutes that were chosen', () =>
    within({ width: 1280, height: 900 }, async ({ page, show }) => {
      await page.clock.install();
      await show(2);
      const player = page.getByTestId('player');
      const media = page.locator('audio');
      const isPaused = () =>
        media.evaluate((element) => !(element instanceof HTMLMediaElement) || element.paused);
      await media.evaluate(async (element) => {
        if (!(element instanceof HTMLMediaElement)) throw new Error('no player');
        Object.assign(element, { muted: true, loop: true });
        await element.play();
      });
      await player.getByLabel('Sleep timer').selectOption('Stops after 15 min');
      await page.keyboard.press('Escape');
      await page.getByTestId('left-player').waitFor();
      // The clock goes on by itself, too, by less than a minute on the slowest machine.
      await page.clock.fastForward('14:00');
      expect(await isPaused()).toBe(false);
      await page.clock.fastForward('01:00');
      expect(await isPaused()).toBe(true);
      await show(2);
      expect(await player.getByLabel('Sleep timer').inputValue()).toBe('null');
    }));

  it('plays a recording at the chosen speed, and goes on later where the reader was', () =>
    within({ width: 1280, height: 900 }, async ({ page, show, shoot, foreign }) => {
      await show(2);
      const player = page.getByTestId('player');
      const audio = player.locator('audio');
      await player.getByLabel('Speed').selectOption('1.5');
      expect(foreign).toEqual([]);
      // The page plays https only. What its host has only by http opens in a tab of its own.
      expect([
        await audio.getAttribute('src'),
        await player.getByRole('link', { name: 'Open the file' }).getAttribute('href'),
      ]).toEqual([server.url('/sound.wav').replace('http:', 'https:'), server.url('/sound.wav')]);
      const state = () =>
        audio.evaluate((element) => {
          if (!(element instanceof HTMLMediaElement)) throw new Error('no player');
          return { rate: element.playbackRate, at: element.currentTime, duration: element.duration };
        });
      await audio.evaluate(async (element) => {
        if (!(element instanceof HTMLMediaElement)) throw new Error('no player');
        element.muted = true;
        await element.play();
      });
      expect(await state()).toMatchObject({ rate: 1.5, duration: SOUND_SECONDS });
      await player.getByRole('button', { name: '+30 s' }).click();
      await eventually(async () => expect((await state()).at).toBeGreaterThan(29));
      await audio.evaluate((element) => element instanceof HTMLMediaElement && element.pause());
      await shoot('article-player');
      expect(await violationsOf(page)).toEqual([]);

      await page.reload();
      await player.getByText(/Continues at 0:3\d/).waitFor();
      await audio.evaluate(async (element) => {
        if (!(element instanceof HTMLMediaElement)) throw new Error('no player');
        element.muted = true;
        // Paused before it is loaded, it keeps its place.
        const isPaused = new Promise((resolve) => {
          element.addEventListener('pause', resolve);
        });
        element.play().catch(() => undefined);
        element.pause();
        await isPaused;
        await element.play();
      });
      expect((await state()).at).toBeGreaterThan(29);
      expect((await state()).rate).toBe(1.5);
      await audio.dispatchEvent('error');
      await player.getByText('This recording could not be played here. Open the file').waitFor();
    }));

  it('tells before the text that a longer one is on its way, and after it that there is none', () =>
    within({ width: 1280, height: 900 }, async ({ page, show, shoot }) => {
      let answer: (() => void) | undefined;
      server.set('/letter', (_, response) => {
        answer = () => response.writeHead(404).end();
      });
      await show(5);
      const note = page.getByTestId('full-text-note');
      const isBeforeText = () =>
        note.evaluate((element) =>
          Boolean(
            element.compareDocumentPosition(document.querySelector('[data-testid=article-content]')!) &
            Node.DOCUMENT_POSITION_FOLLOWING,
          ),
        );
      await note.getByRole('button').click();
      await note.getByText('The full text is on its way.').waitFor();
      expect(await isBeforeText()).toBe(true);
      await eventually(() => expect(answer).toBeDefined());
      answer?.();
      await note.getByText('This is the feed’s text.').waitFor();
      expect(await isBeforeText()).toBe(false);
      await note.getByRole('button', { name: 'Try again' }).waitFor();
      await shoot('article-text-note');
    }));

  it.each([
    { width: 1440, height: 900 },
    { width: 390, height: 844, isPhone: true },
  ])('lets a sound go on after it was left, takes it back, and is read aloud: %j', (look) =>
    within(look, async ({ page, show, shoot, complaints }) => {
      await addVoices(page, ['ja-JP', 'en-US']);
      await show(2);
      const address = page.url();
      const inArticle = page.getByTestId('player').locator('audio');
      await inArticle.evaluate(async (element) => {
        if (!(element instanceof HTMLMediaElement)) throw new Error('no player');
        element.muted = true;
        await element.play();
        element.currentTime = 20;
      });
      await page.keyboard.press('j');
      const left = page.getByTestId('left-player');
      await left.getByRole('button', { name: 'Pause' }).waitFor();
      const state = () =>
        page
          .locator('audio')
          .evaluateAll((all) =>
            all.map(
              (each) => each instanceof HTMLMediaElement && { at: each.currentTime, isPaused: each.paused },
            ),
          );
      await left.getByText(/^0:2\d \/ /).waitFor();
      await left.getByRole('button', { name: '30 seconds forward' }).click();
      await eventually(async () => {
        const all = await state();
        expect(all).toEqual([{ at: expect.any(Number), isPaused: false }]);
        expect(all[0] && all[0].at).toBeGreaterThan(49);
      });
      await shoot(`article-left-player-${look.width}`);
      expect(await violationsOf(page)).toEqual([]);

      // Another page does not end it, and the title leads back to the article, where it goes on.
      await page.keyboard.press('g');
      await page.keyboard.press('a');
      await left.getByRole('button', { name: 'Pause' }).click();
      await left.getByRole('button', { name: 'Play', exact: true }).click();
      // So near its end that its position is no longer kept for another day.
      const sound = page.locator('audio');
      const goTo = (seconds: number) =>
        sound.evaluate((element, to) => {
          if (element instanceof HTMLMediaElement) element.currentTime = to;
        }, seconds);
      await goTo(SOUND_SECONDS - 9);
      await left.getByRole('link').click();
      await left.waitFor({ state: 'detached' });
      expect(new URL(page.url()).searchParams.get('article')).toBe(
        new URL(address).searchParams.get('article'),
      );
      const isLoaded = () =>
        sound.evaluate((element) => element instanceof HTMLMediaElement && element.readyState > 0);
      await eventually(async () => expect(await isLoaded()).toBe(true));
      const [backAt] = await state();
      expect(backAt && backAt.at).toBeGreaterThanOrEqual(SOUND_SECONDS - 9);
      await goTo(50);

      await page.keyboard.press('j');
      await left.getByRole('button', { name: 'End and close' }).click();
      await left.waitFor({ state: 'detached' });
      expect(await state()).toEqual([]);

      const aloud = page.getByRole('region', { name: 'Reading aloud' });
      const isSpoken = (text: string, marked: string[], language: string) =>
        eventually(async () => expect(await spokenNow(page)).toEqual({ text, marked, language, rate: 1 }));
      await page.keyboard.press('k');
      await page.keyboard.press('l');
      await isSpoken('灯台守の最後の一日、鍵を返す朝', [], 'ja-JP');
      await endSpoken(page);
      await isSpoken(JAPANESE, [JAPANESE], 'ja-JP');
      const session = () => page.evaluate(() => navigator.mediaSession.playbackState);
      await eventually(async () => expect(await session()).toBe('playing'));
      await shoot(`article-aloud-${look.width}`);
      expect(await violationsOf(page)).toEqual([]);
      await page.keyboard.press('l');
      await aloud.getByRole('button', { name: 'Play', exact: true }).waitFor();
      expect(await spokenNow(page)).toBeNull();
      await aloud.getByRole('button', { name: 'Next sentence' }).click();
      await aloud.getByRole('button', { name: 'Play', exact: true }).click();
      await isSpoken(JAPANESE, [JAPANESE], 'ja-JP');
      // The ten sentences of the text end, and the next article is read.
      await aloud.getByText('Next article').click();
      for (let n = 2; n <= 10; n += 1) await endSpoken(page);
      await isSpoken('A film of the lamp', [], 'en-US');
      await aloud.getByLabel('Speed').selectOption('1.5');
      await eventually(async () => expect((await spokenNow(page))?.rate).toBe(1.5));
      await aloud.getByRole('button', { name: 'End and close' }).click();
      await aloud.waitFor({ state: 'detached' });
      expect(await spokenNow(page)).toBeNull();
      expect(complaints.filter((each) => !each.includes('/api/image'))).toEqual([]);
    }),
  );

  it('is set as the reader likes, in the article and in every theme', () =>
    within({ width: 1440, height: 900 }, async ({ page, content, show, shoot }) => {
      await show(1);
      const look = () =>
        content.evaluate((element) => {
          const { fontSize, fontFamily, lineHeight, maxWidth } = getComputedStyle(element);
          return { fontSize, fontFamily, lineHeight, maxWidth };
        });
      const before = await look();
      await page.getByRole('button', { name: 'Type and colours' }).click();
      const panel = page.getByRole('dialog', { name: 'Type and colours' });
      /** Chooses by a label, and waits until the page has drawn the choice. */
      const choose = async (name: string) => {
        const radio = panel.getByRole('radio', { name, exact: true });
        await radio.click();
        await eventually(async () => expect(await radio.isChecked()).toBe(true));
      };
      for (const name of ['Largest', 'Wide', 'Sans', 'Loose']) await choose(name);
      await eventually(async () => {
        const after = await look();
        expect(parseFloat(after.fontSize)).toBeGreaterThan(parseFloat(before.fontSize));
        expect(parseFloat(after.maxWidth)).toBeGreaterThan(parseFloat(before.maxWidth));
        expect(after.fontFamily).not.toBe(before.fontFamily);
        expect(parseFloat(after.lineHeight)).toBeGreaterThan(parseFloat(before.lineHeight));
      });
      const found: [string, string[]][] = [];
      for (const theme of ['Sepia', 'High contrast', 'Dark', 'Light']) {
        await choose(theme);
        await eventually(async () =>
          expect(await page.evaluate(() => document.documentElement.className)).toMatch(
            new RegExp(theme === 'High contrast' ? 'contrast' : theme.toLowerCase()),
          ),
        );
        found.push([theme, await violationsOf(page)]);
        await shoot(`article-theme-${theme.toLowerCase().replace(' ', '-')}`);
      }
      expect(found.filter(([, violations]) => violations.length > 0)).toEqual([]);
      await runner.put('/api/me/preferences', {
        text_size: 'medium',
        text_width: 'medium',
        text_face: 'auto',
        text_spacing: 'medium',
        theme: 'auto',
      });
    }));

  it.each([
    { width: 1440, height: 900 },
    { width: 390, height: 844, isPhone: true, colorScheme: 'dark' },
  ] as const)('stays in view and scrolls while its type is chosen: %o', (look) =>
    within(look, async ({ page, content, show, shoot }) => {
      await show(1);
      const button = page.getByRole('button', { name: 'Type and colours' });
      await button.focus();
      await page.keyboard.press('Enter');
      const panel = page.getByRole('dialog', { name: 'Type and colours' });
      await eventually(async () =>
        expect(await panel.evaluate((it) => it.contains(document.activeElement))).toBe(true),
      );
      await shoot(`article-type-${look.width}`);
      const box = await panel.boundingBox();
      // A sheet of at most half the screen; a box that covers less than a third of the article.
      expect(box?.height).toBeLessThanOrEqual(look.height / 2 + 1);
      const pane = await page.getByTestId('article-pane').boundingBox();
      const part = ((box?.width ?? 0) * (box?.height ?? 0)) / ((pane?.width ?? 0) * (pane?.height ?? 1));
      expect(part).toBeLessThan(look.width < 500 ? 0.55 : 0.33);
      // Nothing lies over the rest of the article: it is the topmost beside the box, or above the sheet.
      const x = (pane?.x ?? 0) + (pane?.width ?? 0) - 40;
      const y = look.width < 500 ? (box?.y ?? 0) - 10 : look.height - 40;
      expect(
        await page.evaluate(
          ([left, top]) =>
            document.elementFromPoint(left, top)?.closest('[data-testid=article-pane]') ?? null,
          [x, y] as const,
        ),
      ).not.toBeNull();
      await page.getByTestId('article-pane').evaluate((it) => it.scrollBy(0, 200));
      await eventually(async () =>
        expect(await page.getByTestId('article-pane').evaluate((it) => it.scrollTop)).toBeGreaterThan(100),
      );
      expect((await panel.boundingBox())?.y).toBe(box?.y);
      // Tab leads from the end of the box to its button, as if it stood there.
      await panel.getByRole('radio', { checked: true }).last().focus();
      await page.keyboard.press('Tab');
      expect(await button.evaluate((it) => it === document.activeElement)).toBe(true);
      await panel.getByRole('radio', { checked: true }).first().focus();
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
      expect(await button.evaluate((it) => it === document.activeElement)).toBe(true);
      expect(await content.count()).toBe(1);
      await button.click();
      await panel.waitFor();
      await page.goBack();
      await panel.waitFor({ state: 'detached' });
      expect(await content.count()).toBe(1);
    }),
  );

  it('is copied, kept unread and opened at its source from its own line, in Japanese too', () =>
    within(
      { width: 390, height: 844, isPhone: true, locale: 'ja-JP', colorScheme: 'dark' },
      async ({ page, show, shoot }) => {
        await page
          .context()
          .grantPermissions(['clipboard-read', 'clipboard-write'], { origin: runner.origin });
        // What the browser is asked to share; Chromium without a screen has nothing to share with.
        await page.addInitScript(() => {
          navigator.share = async (data) => void Reflect.set(window, 'shared', data);
        });
        // Another test may have read it, and then nothing would tell that opening it has marked it.
        await runner.put(`/api/articles/${ids[2]}/read`, { is_read: false });
        await show(3);
        const row = page.locator(`[data-article="${ids[2]}"]`);
        const pane = page.getByTestId('article-pane');
        await shoot('article-phone-ja-dark');
        await pane.getByRole('button', { name: 'リンクをコピー' }).click();
        await eventually(async () =>
          expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('https://paper.example/3'),
        );
        await pane.getByRole('button', { name: '共有', exact: true }).click();
        expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toEqual({
          title: '灯台守の最後の一日、鍵を返す朝',
          url: 'https://paper.example/3',
        });
        const unread = pane.getByRole('button', { name: '未読のままにする' });
        // An article whose address was opened is read.
        await eventually(async () => expect(await row.getAttribute('data-read')).toBe('true'));
        for (const isRead of ['false', 'true']) {
          await unread.click();
          await eventually(async () => expect(await row.getAttribute('data-read')).toBe(isRead));
          expect(await unread.getAttribute('aria-pressed')).toBe(isRead === 'true' ? 'false' : 'true');
        }
        const place = () => pane.evaluate(({ scrollTop }) => ({ scrollTop, address: window.location.href }));
        const before = await place();
        const tab = page.context().waitForEvent('page');
        await page.keyboard.press('v');
        expect((await tab).url()).toMatch(/^(?:https:\/\/paper\.example\/3|about:blank|chrome-error:)/);
        expect(await page.evaluate(() => document.visibilityState)).toBe('visible');
        expect(await place()).toEqual(before);
        expect(await violationsOf(page)).toEqual([]);
      },
    ));

  it('comes with pictures of their publishers if the reader wants that, and no page forgets which', () =>
    within({ width: 1280, height: 900 }, async ({ page, content, show, foreign, complaints }) => {
      await page.goto(`${runner.origin}/settings`);
      const proxy = page.getByRole('checkbox', { name: 'Load images through Omomi' });
      /** Asks for a picture as an article might; tells whether the page let it through. */
      const isLetThrough = () =>
        page.evaluate(
          () =>
            new Promise<boolean>((resolve) => {
              document.addEventListener('securitypolicyviolation', () => resolve(false), { once: true });
              const image = new Image();
              image.src = `https://tracker.example/${Math.random()}.png`;
              image.addEventListener('error', () => setTimeout(() => resolve(true), 50));
            }),
        );
      await proxy.waitFor();
      expect(await isLetThrough()).toBe(false);
      expect(foreign).toEqual([]);
      const reloaded = page.waitForEvent('load');
      await proxy.dispatchEvent('click');
      await reloaded;
      await eventually(async () => expect(await proxy.isChecked()).toBe(false));
      expect(await runner.get<object>('/api/me/preferences')).toMatchObject({ proxy_images: false });
      expect(await isLetThrough()).toBe(true);
      foreign.length = 0;
      await show(1);
      await eventually(() =>
        expect(foreign).toContain(server.url('/lamp.png?w=1&h=2').replace('http:', 'https:')),
      );
      await page.goto(`${runner.origin}/settings`);
      await proxy.dispatchEvent('click');
      await eventually(async () =>
        expect(await runner.get<object>('/api/me/preferences')).toMatchObject({ proxy_images: true }),
      );
      await eventually(async () => expect(await isLetThrough()).toBe(false));
      await show(1);
      await content.waitFor();
      expect(
        complaints.filter((each) => /violates/.test(each)).every((each) => each.includes('tracker.example')),
      ).toBe(true);
    }));
});
