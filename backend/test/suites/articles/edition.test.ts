import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { testReader } from '../../harness/reader.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { photo } from '../../harness/servers/images.ts';
import { functionUrlEvent, lambdaContext } from '../../harness/api/function-url-event.ts';

let app: TestApp;
let server: FeedServer;
beforeEach(async () => {
  [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
});
afterEach(() => Promise.all([app.close(), server.close()]));

const VOLCANO = 'Volcano near Grindavik erupts: lava flows over the Reykjanes road';
const VOLCANO_TOO = 'Lava flows over Reykjanes road as volcano erupts near Grindavik';
const HOSTILE = `]]> "quoted" & 'single' <script>alert(1)</script> 重み 🗻`;

const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

type Item = { title: string; text: string };

/** Serves a feed with these articles, published now, follows it and has it fetched. */
const follow = async (name: string, items: Item[]) => {
  server.set(`/${name}`, {
    body: rss(
      items.map(({ title, text }, at) => ({
        title: cdata(title),
        // Signs that browsers leave as they are, and that an e-book must not have.
        link: `https://${name}.example/${at}?a=1&amp;b={2|3}`,
        guid: `${name} ${at}`,
        text,
        date: new Date(app.now().getTime() - at * 60_000).toISOString(),
      })),
      { title: name },
    ),
  });
  await testReader(app).follow(server.url(`/${name}`));
  await app.settle();
};

const edition = (query: { limit?: number; since?: string } = {}) =>
  app.as('local').call('getEdition', { query: { limit: 12, ...query } });

const filesOf = (bytes: Uint8Array): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, file]) => [name, strFromU8(file)]));

const EPUBCHECK = '/usr/share/java/epubcheck.jar';

/** Returns what epubcheck finds wrong with a book. */
const faultsOf = async (bytes: Uint8Array): Promise<string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'omomi-'));
  const [book, report] = [join(folder, 'book.epub'), join(folder, 'report.json')];
  writeFileSync(book, bytes);
  // Its exit code tells of faults, as the report does.
  await promisify(execFile)('java', ['-jar', EPUBCHECK, book, '--json', report, '-q']).catch(() => {});
  const { messages }: { messages: { severity: string; message: string; locations: unknown[] }[] } =
    JSON.parse(readFileSync(report, 'utf8'));
  rmSync(folder, { recursive: true });
  return messages
    .filter(({ severity }) => severity !== 'USAGE' && severity !== 'INFO')
    .map(({ severity, message, locations }) => `${severity}: ${message} ${JSON.stringify(locations[0])}`);
};

const POLICE =
  'The police & the mayor said that 4,000 inhabitants of Grindavik had left before the volcano erupted.';
const AIRLINE =
  'Thirty flights to Keflavik were cancelled on Monday, although the lava flows away from the airport.';

/** Follows three sources of a story, of which two have a sentence of their own. */
const followThree = async () => {
  const shared = '<p>Lava flows over the road to Reykjanes as the volcano near Grindavik erupts again.</p>';
  await follow('police', [{ title: VOLCANO, text: `${shared}<p>${POLICE.replace('&', '&amp;')}</p>` }]);
  await follow('airline', [{ title: VOLCANO_TOO, text: `${shared}<p>${AIRLINE}</p>` }]);
  await follow('neither', [{ title: VOLCANO_TOO, text: shared }]);
};

describe('the edition', () => {
  it('is a book of the stories of the day by tier, with texts, reasons, sources and pictures', async () => {
    await testReader(app).addKeyword('volcano');
    await app.settle();
    const picture = server.url('/photo.png');
    server.set('/photo.png', {
      body: photo({ width: 1_200, height: 300 }),
      headers: { 'content-type': 'image/png' },
    });
    const text = `<p>Ash <a href="https://maps.example/x">over the sea</a>.</p><img src="${picture}" alt="The crater"><img src="${server.url('/gone.png')}" alt="The road">`;
    await follow('one', [{ title: VOLCANO, text }]);
    await follow('two', [{ title: VOLCANO_TOO, text }]);
    const { bytes, content_type, filename } = await edition();
    expect(content_type).toBe('application/epub+zip');
    expect(filename).toBe(`omomi-${app.now().toISOString().slice(0, 10)}.epub`);
    expect(Buffer.from(bytes).toString('latin1', 30, 58)).toBe('mimetypeapplication/epub+zip');
    const files = filesOf(bytes);
    expect(Object.keys(files).filter((name) => name.includes('/c'))).toEqual([
      'META-INF/container.xml',
      'EPUB/c1.xhtml',
    ]);
    const chapter = files['EPUB/c1.xhtml'] ?? '';
    expect(chapter).toContain('<p class="why">Why: your keyword “volcano”');
    expect(chapter).toMatch(/<h2>Also reported by<\/h2><ul><li>(?:one|two): <a href="https:\/\/(?:one|two)/);
    expect(files['EPUB/front.xhtml']).toContain('<a href="c1.xhtml">');
    expect(files['EPUB/nav.xhtml']).toMatch(
      /<span>(?:Must read|Worth a look)<\/span><ol><li><a href="c1.xhtml">/,
    );
    const whole = (await edition({ limit: 1 })).bytes;
    expect(Buffer.from(whole).equals(Buffer.from(bytes))).toBe(true);
    const shown = Object.keys(files).filter((name) => name.startsWith('EPUB/images/'));
    expect(shown).toEqual([expect.stringMatching(/\.jpg$/)]);
    expect(chapter).toContain('alt="The crater"/>');
    expect(chapter).toContain('<span class="missing">[The road]</span>');
    expect(chapter).toContain('id="n1"><p>1. https://maps.example/x</p>');
  });

  it('has what was read, begins no visit of Today, and is empty where nothing came', async () => {
    const empty = filesOf((await edition()).bytes);
    expect(Object.keys(empty)).toContain('EPUB/front.xhtml');
    await follow('one', [{ title: VOLCANO, text: '<p>Text</p>' }]);
    const { items } = await app
      .as('local')
      .call('listToday', { query: { limit: 12, since: '2020-01-01T00:00:00.000Z' } });
    await app.as('local').call('markRead', { body: { article_ids: [items[0]!.article_id] } });
    expect(filesOf((await edition()).bytes)['EPUB/c1.xhtml']).toContain(VOLCANO);
    expect(
      Object.keys(filesOf((await edition({ since: new Date(app.now().getTime() + 1).toISOString() })).bytes)),
    ).not.toContain('EPUB/c1.xhtml');
  });

  it('has a page with what the three sources of a story say differently, in the words of each', async () => {
    await followThree();
    const files = filesOf((await edition()).bytes);
    expect(files['EPUB/c1.xhtml']).toContain('<a href="c1d.xhtml">What the sources say differently</a>');
    const told = files['EPUB/c1d.xhtml'];
    expect(told).toContain(`<h2>police</h2><p class="said">${POLICE.replace('&', '&amp;')}</p>`);
    expect(told).toContain(`<h2>airline</h2><p class="said">${AIRLINE}</p>`);
    expect(told).not.toContain('<h2>neither</h2>');
  });

  it('is answered as a file to keep, and not again to who has it', async () => {
    await follow('one', [{ title: VOLCANO, text: '<p>Text</p>' }]);
    const event = (headers = {}) => functionUrlEvent({ path: '/api/today/edition', headers });
    const first = await app.api(event(), lambdaContext());
    expect(first).toMatchObject({
      statusCode: 200,
      isBase64Encoded: true,
      headers: {
        'content-type': 'application/epub+zip',
        'content-disposition': expect.stringMatching(/^attachment; filename="omomi-[\d-]+\.epub"$/),
      },
    });
    const etag = Object(first).headers.etag;
    expect(await app.api(event({ 'if-none-match': etag }), lambdaContext())).toMatchObject({
      statusCode: 304,
    });
  });

  it('is right by epubcheck, whatever the titles and texts have in them', async () => {
    expect(existsSync(EPUBCHECK), 'install epubcheck, as .ci/machine does').toBe(true);
    await app.as('local').call('updatePreferences', { body: { language: 'ja' } });
    const texts = [
      '<h1>A</h1>text<hr><ul>stray<li>one</li></ul><table><tr><td><p>cell</p><td colspan="2">two</table>',
      '<p>a<p>b<blockquote>c<h3>d</h3></blockquote><figure><img src="x.png" alt="&quot;&lt;"><figcaption>e</figcaption></figure>',
      '<p><a href="https://a.example/a b|c?[d]">x<a href="https://b.example/">y</a></a> \u0001\u000b ￾</p><pre>  x\n y</pre>',
      '<script>alert(1)</script><svg><p>z</p></svg><ol><ol><li>deep</ol></ol>',
    ];
    await follow(
      'one',
      texts.map((text, at) => ({ title: at === 0 ? HOSTILE : `${HOSTILE} ${at}`, text })),
    );
    await followThree();
    const { bytes } = await edition();
    const names = Object.keys(filesOf(bytes));
    expect(names.length).toBeGreaterThan(6);
    expect(names.some((name) => name.endsWith('d.xhtml'))).toBe(true);
    expect(await faultsOf(bytes)).toEqual([]);
  });
});
