import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/harness/property-runs.ts';
import { anyCharacter } from '../../../test/harness/samples/any-character.ts';
import { plainText } from '../../parser/fields/text.ts';
import { afterTitle, titleOfText, readingMinutes } from './article-text.ts';

const long = 'A sentence of a post that says a lot about many things before it ends, '.repeat(5);

describe('titleOfText', () => {
  it.each([
    ['The harbour is open again.', '<p>The harbour is open again. Ferries leave at noon.</p>'],
    ['A haiku of three lines', '<p>A haiku of three lines<br>second line<br/>third</p>'],
    ['After an empty paragraph', '<p></p><p>After an empty paragraph</p><p>more</p>'],
    ['Plain text of a post', 'Plain text of a post\n\nwith a second line'],
    ['Hi. Version 24 is out.', '<p>Hi. Version 24 is out. It is fast.</p>'],
    ['港は再び開かれました。', '<p>港は再び開かれました。船は正午に出ます。</p>'],
    ['Tom & Jerry are back in town', '<p>Tom &amp; <b>Jerry</b> are back in town</p>'],
    ['https://a.example/b', '<p><a href="https://a.example/b"><span>https://</span>a.example/b</a></p>'],
    ['Below a picture', `<img src="data:image/png;base64,${'A'.repeat(9000)}">Below a picture`],
    ['', ''],
  ])('finds %j', (title, html) => {
    expect(titleOfText(html)).toBe(title);
  });

  it('is cut after a word, and the rest begins there', () => {
    const title = titleOfText(long);
    expect(Buffer.byteLength(title)).toBeLessThanOrEqual(200);
    expect(title).toMatch(/\w…$/);
    expect(afterTitle(long.trim(), title)).toBe(
      `…${long
        .trim()
        .slice(title.length - 1)
        .trimStart()}`,
    );
  });

  it('stands before the rest of every text, and within its limit', () => {
    const part = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      fc.constantFrom('<p>', '</p>', '<br>', '. ', '。', '\n'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const html = parts.join('');
        const text = plainText(html);
        const title = titleOfText(html);
        const rest = afterTitle(text, title);
        expect(Buffer.byteLength(title)).toBeLessThanOrEqual(200);
        expect(title === '').toBe(text === '');
        const isCut = rest.startsWith('…') && title.endsWith('…') && !text.startsWith(title);
        const whole = isCut ? title.slice(0, -1) + rest.slice(1) : title + rest;
        expect(whole.replaceAll(/\s/gu, '')).toBe(text.replaceAll(/\s/gu, ''));
      }),
      { numRuns: runs(300) },
    );
  });
});

const words = (count: number, word = 'word') => `${word} `.repeat(count);

/** Words of scripts that separate words by spaces, some with marks inside or around them. */
const anyWord = fc.constantFrom(
  'tree',
  'naïve',
  'дерево',
  'δέντρο',
  'شجرة',
  "don't",
  '3,000',
  '“well',
  'e-mail)',
);
/** One character each of Han, Hiragana, Katakana, half-width Katakana and Hangul. */
const unspacedCharacter = fc.constantFrom('木', '𠮷', '々', 'の', 'ツ', 'ー', 'ｶ', '나');

describe('the minutes of reading', () => {
  it.each<[string, string, number]>([
    ['1 word', 'Hello', 1],
    ['265 words', words(265), 1],
    ['266 words', words(266), 2],
    ['500 Han characters', '漢'.repeat(500), 1],
    ['501 Hiragana', 'あ'.repeat(501), 2],
    ['501 Katakana', 'カ'.repeat(501), 2],
    ['501 half-width Katakana', 'ｶ'.repeat(501), 2],
    ['500 half-width Katakana with a voiced sound mark each', 'ｶﾞ'.repeat(500), 1],
    ['501 Hangul syllables', '가'.repeat(501), 2],
    ['500 Hangul syllables, each in two code points', '가'.normalize('NFD').repeat(500), 1],
    ['half a minute of each', `${words(132)}${'漢'.repeat(250)}`, 1],
    ['a little over half a minute of each', `${words(133)}${'漢'.repeat(250)}`, 2],
    ['a word that touches Japanese', `${words(263)}TypeScriptを`, 1],
    ['marks between words', words(265, 'word –'), 1],
  ])('are counted for %s', (_name, text, minutes) => {
    expect(readingMinutes(text)).toBe(minutes);
  });

  it.each([[''], [' \n\t'], ['— … !?'], ['。、「」'], ['🙂🙂']])(
    'are unknown for %j, which has no words',
    (text) => {
      expect(readingMinutes(text)).toBeNull();
    },
  );

  it('are rounded up from 265 words or 500 characters a minute, in mixed text too', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(anyWord, unspacedCharacter), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 60 }),
        (parts, times) => {
          const isCharacter = (part: string) => Array.from(part).length === 1;
          const characters = parts.filter(isCharacter).length * times;
          const all = parts.filter((part) => !isCharacter(part)).length * times;
          const expected = Math.ceil((all * 500 + characters * 265) / (500 * 265));
          expect(readingMinutes(`${parts.join(' ')} `.repeat(times))).toBe(expected);
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('are null or a whole number of at least 1 for any text, and never fewer for a longer text', () => {
    const anyText = fc.string({ unit: anyCharacter, maxLength: 2000 });
    fc.assert(
      fc.property(anyText, anyText, (text, more) => {
        const minutes = readingMinutes(text);
        expect(minutes === null || (Number.isInteger(minutes) && minutes >= 1)).toBe(true);
        expect(readingMinutes(`${text} ${more}`) ?? 0).toBeGreaterThanOrEqual(minutes ?? 0);
      }),
      { numRuns: runs(200) },
    );
  });
});
