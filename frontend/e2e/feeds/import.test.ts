import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshRss, jsonBytes, opmlOf, zipOf } from '../../../backend/test/harness/samples/exports.ts';
import { numberedItem, rss } from '../../../backend/test/harness/servers/feed-server.ts';
import type { ArticleRow, Page } from '../../../backend/src/contract/index.ts';
import { openBrowser } from '../browser.ts';
import { openWorld, type World } from '../world.ts';

/** By language: the names of controls, the report of the sample file, and the error for a damaged one. */
const languages = [
  {
    locale: 'en-US',
    choose: 'Import a file…',
    report: '1 feed added. Articles: 2 saved, 1 tagged, 2 marked read.',
    damaged: 'It is damaged or cut off. Export it again.',
  },
  {
    locale: 'ja-JP',
    choose: 'ファイルを読み込む…',
    report:
      '0件を追加しました。1件は登録済みです。 記事2件を保存しました。1件にタグを付けました。2件を既読にしました。',
    damaged: 'ファイルが壊れているか、途中で切れています。もう一度書き出してください。',
  },
  {
    locale: 'de-DE',
    choose: 'Datei importieren…',
    report: '0 Feeds hinzugefügt, 1 schon da. Artikel: 2 gemerkt, 1 mit Etiketten, 2 als gelesen markiert.',
    damaged: 'Sie ist beschädigt oder unvollständig. Exportiere sie noch einmal.',
  },
];

describe('the file of another reader', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
    world.server.set('/feed', { body: rss([1, 2, 3].map(numberedItem), { title: 'Harbour' }) });
  });
  afterAll(() => world?.close());

  const archive = () => {
    const feed = { url: world.server.url('/feed'), title: 'Harbour' };
    const starred = [
      { url: 'https://site.example/1', starred: true, read: true, labels: ['To do'], feed },
      { url: 'https://gone.example/', starred: true, read: true, content: '<p>Kept for years.</p>', feed },
    ];
    return zipOf({
      'feeds.opml.xml': opmlOf({ ...feed, folder: 'Sea' }),
      'starred.json': jsonBytes(freshRss(starred)),
    });
  };

  it.each(languages)('is taken in, and what became of it is told, in $locale', async (texts) => {
    const { page, shoot, close } = await openBrowser({ locale: texts.locale });
    await page.goto(new URL('/settings/feeds', world.runner.origin).href);
    const input = page.getByLabel(texts.choose);
    const file = (bytes: Uint8Array) => ({
      name: 'export',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(bytes),
    });
    const whole = archive();
    await input.setInputFiles(file(whole.subarray(0, 200)));
    await page.getByText(texts.damaged, { exact: true }).waitFor();
    await input.setInputFiles(file(whole));
    await page.getByText(texts.report, { exact: true }).waitFor();
    await shoot(`import-${texts.locale}`);
    await close();
    const { items } = await world.runner.get<Page<ArticleRow>>('/api/articles?filter=all&sort=published_at');
    expect(items.map(({ link, is_read, is_saved, own_tags }) => [link, is_read, is_saved, own_tags])).toEqual(
      [
        ['https://site.example/3', false, false, []],
        ['https://site.example/2', false, false, []],
        ['https://site.example/1', true, true, ['To do']],
        ['https://gone.example/', true, true, []],
      ],
    );
  });
});
