// @module-tag long
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Article, ArticleRow } from '../../../src/contract/index.ts';
import { plainText } from '../../../src/parser/fields/text.ts';
import { inThreadParser } from '../../harness/in-thread-parser.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { testReader } from '../../harness/reader.ts';

const shared = join(import.meta.dirname, '../../../../../shared');
const feedFile = join(shared, 'feeds/real/codehollow-feedreader__Rss20TheMirror.xml');
const pagesFolder = join(shared, 'pages/html');
const isThere = existsSync(feedFile) && existsSync(pagesFolder);

const PUBLISHER = /https?:\/\/www\.mirror\.co\.uk/g;

/** Returns real pages that give an article of some length, with the beginning of its text. */
const readPages = async (count: number): Promise<{ html: Buffer; beginning: string }[]> => {
  const pages: { html: Buffer; beginning: string }[] = [];
  for (const name of readdirSync(pagesFolder)) {
    const html = gunzipSync(readFileSync(join(pagesFolder, name)));
    const page = await inThreadParser.readArticle(html, 'text/html; charset=utf-8', 'https://site.example/');
    const isWhole =
      !page.is_paywalled && !page.is_consent_page && !/noarchive|nosnippet/.test(page.meta_robots ?? '');
    if (isWhole && page.text.length > 2000) pages.push({ html, beginning: page.text.slice(0, 40) });
    if (pages.length === count) break;
  }
  return pages;
};

describe.skipIf(!isThere)(
  'a real feed of summaries with real pages (needs ../shared)',
  { timeout: 120_000 },
  () => {
    let app: TestApp;
    let server: FeedServer;
    beforeAll(async () => {
      [app, server] = await Promise.all([startTestApp({ asksForPages: true }), startFeedServer()]);
    });
    afterAll(() => Promise.all([app.close(), server.close()]));

    it('lists its articles at once, and has their full texts within the next slice', async () => {
      const feed = readFileSync(feedFile, 'utf8').replaceAll(PUBLISHER, server.origin);
      server.set('/feed', { body: feed });
      const reader = testReader(app);
      await reader.addKeyword('election campaign', 2);
      await reader.addKeyword('football', 1);

      const { feed_id } = await reader.follow(server.url('/feed'));
      while (await app.deliver('score'));
      const before = await reader.list();
      expect(before.length).toBeGreaterThan(20);
      expect(before.every(({ importance_score }) => importance_score !== null)).toBe(true);

      const pages = await readPages(before.length);
      const beginnings = new Map<string, string>();
      for (const [n, { article_id, link }] of before.entries()) {
        const { pathname, search } = new URL(link!);
        const page = pages[n % pages.length]!;
        beginnings.set(article_id, page.beginning);
        const refused = n === 0;
        server.set(pathname + search, {
          body: refused ? 'Forbidden' : page.html,
          type: 'text/html; charset=utf-8',
          ...(refused ? { status: 403 } : {}),
        });
      }
      const [refused, saved, ...others] = before;
      await reader.setSaved(saved!.article_id, true);
      await app.settle();

      expect(await reader.feed(feed_id)).toMatchObject({ text_mode: 'auto', found_text: 'full' });
      const after = new Map<string, Article>();
      for (const { article_id } of before) after.set(article_id, await reader.open(article_id));
      await expectKept(refused!, after);
      for (const row of [saved!, ...others]) await expectGrown(row, after, beginnings);
      expect((await app.stores.saved.get('local', saved!.article_id))?.content).toBe(
        after.get(saved!.article_id)?.content,
      );
      const scores = others.filter(
        (row) => after.get(row.article_id)?.importance_score !== row.importance_score,
      );
      expect(scores.length).toBeGreaterThan(0);
    });

    const expectKept = async (row: ArticleRow, after: Map<string, Article>): Promise<void> => {
      const article = after.get(row.article_id);
      expect(article?.full_text).toEqual({ state: 'failed', reason: 'forbidden', site: server.host });
      expect(article).toMatchObject({ excerpt: row.excerpt, reading_minutes: row.reading_minutes });
      expect(article?.importance_score).toBe(row.importance_score);
    };

    const expectGrown = async (
      row: ArticleRow,
      after: Map<string, Article>,
      beginnings: Map<string, string>,
    ): Promise<void> => {
      const article = after.get(row.article_id)!;
      expect(article.full_text).toEqual({ state: 'full', reason: null, site: server.host });
      const beginning = beginnings.get(row.article_id)!.replaceAll(/\s+/g, '').slice(0, 20);
      expect(plainText(article.content).replaceAll(/\s+/g, '')).toContain(beginning);
      expect(article.reading_minutes).toBeGreaterThan(row.reading_minutes ?? 0);
      const reasons = await testReader(app).reasons(row.article_id);
      const sum = reasons.reduce((total, { contribution }) => total + contribution, 0);
      expect(sum).toBeCloseTo(article.importance_score!, 10);
    };
  },
);
