import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/harness/property-runs.ts';
import { anyCharacter } from '../../../test/harness/samples/any-character.ts';
import { plainText } from '../../parser/fields/text.ts';
import { afterTitle, titleOfText } from './title-of-text.ts';

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
