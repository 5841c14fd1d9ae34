import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keywordText } from '../../../src/contract/index.ts';
import { KeywordExistsError, KeywordLimitError } from '../../../src/scoring/errors.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { keyword } from '../../harness/scoring-samples.ts';

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
    await add('Climate ガイド');
    for (const text of ['climate ガイド', 'ＣＬＩＭＡＴＥ　ｶﾞｲﾄﾞ', ' Climate  ガイド '])
      await expect(add(text)).rejects.toThrow(KeywordExistsError);
  });

  it('are limited to 50', async () => {
    for (let n = 1; n < 50; n += 1) await add(`keyword ${n}`);
    await expect(add('one more')).rejects.toThrow(KeywordLimitError);
    const body = { text: 'one more', weight: 1, is_excluding: false };
    await expect(app.as('local').call('previewKeyword', { body })).rejects.toThrow(KeywordLimitError);
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
