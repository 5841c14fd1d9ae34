import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readExportPage } from '../../../src/my-data/export-pages.ts';
import { exportPage, joinExport, type ExportPage } from '../../../src/contract/index.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { functionUrlEvent, lambdaContext } from '../../harness/api/function-url-event.ts';
import { addReaders, keyword, queueArticles, seedArticle } from '../../harness/scoring-samples.ts';
import { sampleNotified } from '../../harness/samples/notified-samples.ts';
import { invalidCursor } from '../../../src/lib/json-cursor.ts';

const LAMBDA_ANSWER_BYTES = 6 * 1024 * 1024;
const ARTICLES = 120;
/** Enough large ones for two pages. */
const SAVED = 14;
const large = (n: number) =>
  Array.from({ length: 40_000 }, (_, at) => (((at + n) * 2654435761) % 2 ** 32).toString(36)).join(' "');

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await addReaders(app, ['local', 'other']);
  await app.as('local').call('addKeyword', keyword('climate', 2));
  await app.as('other').call('addKeyword', keyword('football', 2));
  const articles = Array.from({ length: ARTICLES }, (_, n) => seedArticle(app, n));
  for (const [n, article] of articles.slice(0, SAVED).entries()) article.content = `<p>${large(n)}</p>`;
  await queueArticles(app, articles);
  await app.settle();
  for (const { article_id } of articles.slice(0, SAVED))
    await app.as('local').call('setSaved', { params: { article_id }, body: { is_saved: true } });
  await app.as('local').call('setRead', {
    params: { article_id: articles[100]!.article_id },
    body: { is_read: true },
  });
  await app.stores.feedAddresses.put({
    user_id: 'local',
    address_id: 'e'.repeat(64),
    list: { kind: 'today' },
    name: 'phone',
    created_at: app.now().toISOString(),
    last_used_at: null,
  });
  await app.stores.notified.put(sampleNotified('local'), 'made');
  await app.stores.tokens.put({
    user_id: 'local',
    token_id: 'f'.repeat(64),
    name: 'script',
    scope: 'read',
    created_at: app.now().toISOString(),
    last_used_at: null,
    fever_key: null,
  });
});

beforeAll(async () => {
  for (const user_id of ['local', 'other'])
    await app.stores.folders.put({ user_id, name: `Folder of ${user_id}`, position: 3 });
  await app.stores.savedSearches.change('local', () => [
    {
      search_id: '0123456789ab',
      name: 'Climate',
      q: 'climate is:unread',
      order: 'time',
      created_at: app.now().toISOString(),
    },
  ]);
});

afterAll(() => app.close());

const exported = async (reader = 'local'): Promise<ExportPage[]> => {
  const pages: ExportPage[] = [];
  let cursor: string | undefined;
  do {
    const page = exportPage.parse(
      await app.as(reader).call('exportAccount', { query: cursor === undefined ? {} : { cursor } }),
    );
    pages.push(page);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return pages;
};

describe('an export', () => {
  it('contains all data of the reader once, and none of another', async () => {
    const file = joinExport(await exported())!;
    expect(file).toMatchObject({
      format: 'omomi-export',
      version: 1,
      account: {
        user_id: 'local',
        preferences: { theme: 'auto' },
        folders: [{ name: 'Folder of local', position: 3 }],
        tokens: [{ name: 'script', scope: 'read' }],
        feed_addresses: [{ name: 'phone' }],
        notifications: { settings: { most_a_day: 3 }, channels: [{ kind: 'ntfy' }, { kind: 'webhook' }] },
        morning: { address: 'anna@example.org', settings: { time: '07:00' } },
        saved_searches: [{ name: 'Climate', q: 'climate is:unread', order: 'time' }],
      },
      keywords: [{ text: 'climate', weight: 2 }],
      subscriptions: [{ folder: null }],
    });
    const ids = file.entries.map(({ article_id }) => article_id);
    expect(new Set(ids).size).toBe(ARTICLES);
    expect(ids).toHaveLength(ARTICLES);
    expect(file.entries.filter(({ is_saved, saved }) => is_saved && saved !== null)).toHaveLength(SAVED);
    expect(file.entries.filter(({ is_read }) => is_read)).toHaveLength(1);
    expect(
      file.entries.some(({ reasons }) => reasons.some(({ keyword_text }) => keyword_text === 'climate')),
    ).toBe(true);
    expect(file.jobs.map(({ kind }) => kind)).toContain('recalculate');
    const text = JSON.stringify(file);
    expect(text).not.toContain('football","');
    expect(text).not.toContain('f'.repeat(64));
    expect(text).not.toContain('e'.repeat(64));
    expect(text).not.toContain('planted-secret');
  });

  it('comes in pages that fit Lambda’s answer limit, with any content', async () => {
    let path: string | null = '/api/me/export';
    let pages = 0;
    while (path !== null) {
      const answer = await app.api(functionUrlEvent({ path }), lambdaContext());
      expect(answer.statusCode).toBe(200);
      // Measure the JSON that the function returns to Lambda.
      expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(LAMBDA_ANSWER_BYTES);
      const { next_cursor } = exportPage.parse(JSON.parse(answer.body ?? ''));
      path = next_cursor === null ? null : `/api/me/export?cursor=${next_cursor}`;
      pages += 1;
    }
    expect(pages).toBeGreaterThan(1);
  });

  it('is the same for any page size', { tags: ['long'] }, async () => {
    const ctx = { ...app.stores, now: app.now };
    const listsOf = async (bytes: number) => {
      const found: unknown[] = [];
      let cursor: string | undefined;
      let pages = 0;
      do {
        const page = await readExportPage(ctx, 'local', cursor, { bytes, items: 2000 });
        found.push(...page.subscriptions, ...page.entries, ...page.jobs);
        cursor = page.next_cursor ?? undefined;
        pages += 1;
      } while (cursor !== undefined);
      return { found, pages };
    };
    const whole = await listsOf(1e9);
    expect(whole.pages).toBe(1);
    // A page holds at most one of the large saved articles.
    const small = await listsOf(20_000);
    expect(small.pages).toBeGreaterThan(SAVED);
    expect(small.found).toEqual(whole.found);
  });

  it('applies marks and leaves out expired entries', async () => {
    const before = app.now().toISOString();
    await app.as('other').call('markRead', { body: { before } });
    const file = joinExport(await exported('other'))!;
    expect(file.entries).toHaveLength(ARTICLES);
    expect(file.entries.every(({ is_read }) => is_read)).toBe(true);
    app.advance(8 * 24 * 60);
    expect(joinExport(await exported('other'))!.entries).toHaveLength(0);
    expect(joinExport(await exported())!.entries).toHaveLength(SAVED);
    expect(joinExport(await exported('nobody'))).toMatchObject({ account: { email: null }, entries: [] });
  });

  it.each(['x', 'e30', Buffer.from('{"section":"tokens","after":null}').toString('base64url')])(
    'refuses the cursor %s',
    async (cursor) => {
      await expect(app.as('local').call('exportAccount', { query: { cursor } })).rejects.toThrow(
        invalidCursor(),
      );
    },
  );
});
