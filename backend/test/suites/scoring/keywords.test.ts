import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keywordText } from '../../../src/contract/index.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { keyword, seed } from '../../harness/scoring-samples.ts';
import { KEYWORDS_PER_READER, keywordLimit } from '../../../src/keywords/add-keyword.ts';

describe('the text of a keyword', () => {
  const accepts = (text: string) => keywordText.safeParse(text).success;

  it('is normalised before its length is checked', () => {
    expect(keywordText.parse(' ＣＬＩＭＡＴＥ\u3000 ｶﾞｲﾄﾞ ')).toBe('CLIMATE ガイド');
    expect(accepts(' \u3000 ')).toBe(false);
    expect(accepts('x'.repeat(100))).toBe(true);
    expect(accepts(` ${'x'.repeat(100)} `)).toBe(true);
    expect(accepts('x'.repeat(101))).toBe(false);
    expect(accepts('ｶﾞ'.repeat(100))).toBe(true);
    expect(accepts('㍿'.repeat(25))).toBe(true);
    expect(accepts('㍿'.repeat(26))).toBe(false);
  });
});

describe('keywords', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());
  const add = (text: string) =>
    app.as('local').call('addKeyword', { body: { ...keyword(text).body, text: keywordText.parse(text) } });

  it('are refused as duplicates if they differ only by case or width', async () => {
    const { keyword_id } = await add('Climate ガイド');
    for (const text of ['climate ガイド', 'ＣＬＩＭＡＴＥ　ｶﾞｲﾄﾞ', ' Climate  ガイド '])
      await expect(add(text)).rejects.toMatchObject({ code: 'KEYWORD_EXISTS', details: { keyword_id } });
  });

  it('are limited to 50', async () => {
    for (let n = 1; n < 50; n += 1) await add(`keyword ${n}`);
    await expect(add('one more')).rejects.toThrow(keywordLimit(KEYWORDS_PER_READER));
    const body = { text: 'one more', weight: 1, is_excluding: false };
    await expect(app.as('local').call('previewKeyword', { body })).rejects.toThrow(
      keywordLimit(KEYWORDS_PER_READER),
    );
    expect((await app.as('local').call('listKeywords')).items).toHaveLength(50);
  });

  it('can be changed to exclude', async () => {
    const [first] = (await app.as('local').call('listKeywords')).items;
    expect(first).toMatchObject({ is_excluding: false });
    const changed = await app
      .as('local')
      .call('updateKeyword', { params: first!, body: { is_excluding: true } });
    expect(changed).toMatchObject({ is_excluding: true, weight: 1, is_active: true });
    expect((await app.as('local').call('listKeywords')).items[0]).toEqual(changed);
  });
});

describe('the shares of keywords in what was read', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startTestApp();
  });
  afterEach(() => app.close());
  const shares = () => app.as('local').call('getKeywordShares');

  it('count the articles read in the last seven days in which a keyword counts', async () => {
    const football = await app.as('local').call('addKeyword', keyword('football'));
    const museum = await app.as('local').call('addKeyword', keyword('museum'));
    await seed(app, 20);
    expect(await shares()).toMatchObject({
      read: 0,
      items: [{ articles: 0 }, { articles: 0 }],
    });
    const { items: rows } = await app.as('local').call('listArticles', {
      query: { sort: 'published_at', filter: 'all', limit: 50 },
    });
    const about = rows.filter(({ title }) => /football|trains/u.test(title));
    for (const { article_id } of about)
      await app.as('local').call('setRead', { params: { article_id }, body: { is_read: true } });
    const read = await shares();
    expect(read.read).toBe(4);
    const of = (id: string) => read.items.find(({ keyword_id }) => keyword_id === id)?.articles;
    expect(of(football.keyword_id)).toBe(2);
    expect(of(museum.keyword_id)).toBe(0);
    expect(read.items[0]!.keyword_id).toBe(football.keyword_id);
    await app.as('local').call('updateKeyword', { params: museum, body: { is_active: false } });
    expect((await shares()).items.map(({ keyword_id }) => keyword_id)).toEqual([football.keyword_id]);
  });
});

describe('several changes of keywords in a row', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startTestApp();
  });
  afterEach(() => app.close());
  const delays = () => app.queues.jobs.map(({ delay_seconds }) => delay_seconds);
  const recalculations = async () =>
    (await app.as('local').call('listJobs')).items.filter(({ kind }) => kind === 'recalculate');

  it('show the first one soon, and those of the next minute by one more recalculation', async () => {
    const added = await app.as('local').call('addKeyword', keyword('climate'));
    expect(delays()).toEqual([2]);
    await app.settle();
    const before = (await recalculations()).length;
    for (const weight of [2, 3, 4]) {
      app.advance(0.25);
      await app.as('local').call('updateKeyword', { params: added, body: { weight } });
    }
    // All of them wait for the same moment: a minute after the last recalculation began.
    expect(delays()).toEqual([45, 30, 15]);
    await app.settle();
    expect(await recalculations()).toHaveLength(before + 1);
    app.advance(5);
    await app.as('local').call('updateKeyword', { params: added, body: { weight: 5 } });
    expect(delays()).toEqual([2]);
  });

  it('write only the entries that have the changed keyword among their reasons', async () => {
    const climate = await app.as('local').call('addKeyword', keyword('climate'));
    await app.as('local').call('addKeyword', keyword('football'));
    await seed(app, 20);
    const told = (await app.stores.entries.scan('local', null, 100)).filter(({ reasons }) =>
      reasons.some(({ keyword_id }) => keyword_id === climate.keyword_id),
    ).length;
    expect(told).toBeGreaterThan(0);
    expect(told).toBeLessThan(20);
    await app.as('local').call('updateKeyword', { params: climate, body: { weight: 3 } });
    await app.settle();
    const [job] = await recalculations();
    expect(job?.result).toMatchObject({ changed_entries: told });
  });
});
