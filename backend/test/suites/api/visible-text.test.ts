import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newToken } from '../../../src/contract/schemas/account.ts';
import { folderName, visibleText } from '../../../src/contract/schemas/common.ts';
import { feedChanges, newFeed } from '../../../src/contract/schemas/feeds.ts';
import { keywordPreview, keywordText, newKeyword } from '../../../src/contract/schemas/keywords.ts';
import { runs } from '../../harness/property-runs.ts';

const invisible = [
  ' ',
  '\t',
  '\n',
  '\u00A0',
  '\u00AD',
  '\u034F',
  '\u115F',
  '\u180E',
  '\u200B',
  '\u200D',
  '\u200E',
  '\u202E',
  '\u2060',
  '\u2800',
  '\u3000',
  '\u3164',
  '\uFE0F',
  '\uFEFF',
  '\uFFA0',
  '\u{E0041}',
  '\0',
  '\u0085',
];
const nothing = fc
  .array(fc.constantFrom(...invisible), { minLength: 1, maxLength: 30 })
  .map((all) => all.join(''));

const names: [string, (text: string) => { success: boolean; error?: { message: string } | undefined }][] = [
  ['a keyword', (text) => newKeyword.safeParse({ text })],
  ['a keyword to preview', (text) => keywordPreview.safeParse({ text })],
  ['a folder', (folder) => newFeed.safeParse({ url: 'https://a.example', folder })],
  ['a folder to change to', (folder) => feedChanges.safeParse({ folder })],
  ['a title', (title) => feedChanges.safeParse({ title })],
  ['a token', (name) => newToken.safeParse({ name })],
];

describe('a name that a reader gives', () => {
  it.each(names)('must have a visible character: %s', (_, parse) => {
    expect(parse('a\u200Db').success).toBe(true);
    for (const text of ['重み', '👩‍👩‍👧', '\u200Ba', 'می‌خواهم', '-', '!']) expect(parse(text).success).toBe(true);
    fc.assert(
      fc.property(nothing, (text) => {
        const { success, error } = parse(text);
        expect(success).toBe(false);
        expect(error?.message).toContain('must have a character that can be seen');
      }),
      { numRuns: runs(300) },
    );
  });

  it('is trimmed, and parsing it again does not change it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        for (const schema of [folderName, visibleText(100), keywordText]) {
          const { data } = schema.safeParse(text);
          expect(data === undefined ? undefined : schema.parse(data)).toBe(data);
          expect([undefined, text.trim(), text.normalize('NFKC').trim().replaceAll(/\s+/gu, ' ')]).toContain(
            data,
          );
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  it('is refused if it is too long or empty', () => {
    expect(folderName.safeParse('x'.repeat(101)).success).toBe(false);
    expect(folderName.safeParse('').success).toBe(false);
  });
});
