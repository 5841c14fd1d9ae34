import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../../backend/test/harness/property-runs.ts';
import { anyCharacter } from '../../../../../backend/test/harness/samples/any-character.ts';
import { PARAGRAPH, partsOf, readText } from '../body/read-text.ts';
import { MOST_CHARACTERS, sentencesOf, readSpoken, spokenOf } from './spoken.ts';
import { spokenLanguage } from './spoken-language.ts';

const rootOf = (html: string): Element =>
  parseHTML(`<!doctype html><html><body><div>${html}</div></body></html>`).document.querySelector('div')!;

const spoken = (html: string, title = '') =>
  spokenOf({ title, summary: '' }, rootOf(html), ['en-GB', 'de']).parts;

const letters = (text: string): string => (text.match(/[\p{L}\p{N}]/gu) ?? []).join('');

describe('the sentences of an article', () => {
  it('are those of its title and its blocks, over links and lines of the source', () => {
    expect(
      spoken(
        '<p>The lamp\n was <a href="#">lit. By</a> hand!</p><ul><li>One</li><li>Two</li></ul><h2>End</h2>',
        'A title. Of two sentences',
      ),
    ).toEqual(['A title.', 'Of two sentences', 'The lamp was lit.', 'By hand!', 'One', 'Two', 'End']);
  });

  it('are told apart in Japanese', () => {
    expect(spoken('<p>灯りは人の手でともされた。記録は紙に残る！次は？</p>')).toEqual([
      '灯りは人の手でともされた。',
      '記録は紙に残る！',
      '次は？',
    ]);
  });

  it('have no code, marks of footnotes, or what the page has added', () => {
    expect(
      spoken(
        '<p>Ink<sup><a data-note="1" href="#">1</a></sup> is kept.</p><pre>let a = 1;</pre><p data-missing-picture="">[Image: a lamp]</p><p>* * *</p><div data-video=""><button>Play</button></div>',
      ),
    ).toEqual(['Ink is kept.']);
  });

  it('are those of the summary if there is no text', () => {
    expect(spokenOf({ title: 'A lamp', summary: 'It is lit. Now.' }, null, ['en'])).toEqual({
      language: 'en',
      parts: ['A lamp', 'It is lit.', 'Now.'],
      places: [null, null, null],
    });
  });

  it('are cut behind a comma, at a space or between characters if they are long', () => {
    const clause = 'the lamp is lit by hand, ';
    for (const part of spoken(`<p>${clause.repeat(40)}</p>`)) expect(part).toMatch(/^the lamp .*hand,$/);
    for (const part of spoken(`<p>${'lamp '.repeat(200)}</p>`)) expect(part).toMatch(/^lamp .*lamp$/);
    expect(spoken(`<p>${'𠮷'.repeat(200)}</p>`).join('')).toBe('𠮷'.repeat(200));
    expect(spoken(`<p>${'𠮷'.repeat(200)}</p>`).every((part) => part.isWellFormed())).toBe(true);
  });

  it('always have each letter once, in order, in their blocks, and none is too long', () => {
    const text = fc.string({
      unit: fc.oneof(
        anyCharacter,
        fc.constantFrom('. ', ', ', ' ', '\n', PARAGRAPH, 'Lamp', '灯り。', 'x'.repeat(300)),
      ),
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, fc.constantFrom('en', 'ja', 'de'), (whole, language) => {
        const places = sentencesOf(whole, language);
        let at = 0;
        for (const { start, end } of places) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end - start).toBeLessThanOrEqual(MOST_CHARACTERS);
          const part = whole.slice(start, end);
          expect(part).toBe(part.trim());
          expect(part).not.toContain(PARAGRAPH);
          at = end;
        }
        const parts = places.map(({ start, end }) => whole.slice(start, end));
        expect(letters(parts.join(''))).toBe(letters(whole));
      }),
      { numRuns: runs(300) },
    );
  });

  it('are found in the nodes of their text, however these are parted', () => {
    const inline = fc.constantFrom('a', 'b', 'em');
    const sentence = fc.constantFrom('It is lit. ', 'Now, ', 'the keeper leaves! ', '灯台守は帰る。', '\n ');
    const block = fc.array(
      fc.oneof(
        sentence,
        fc.tuple(inline, sentence).map(([name, text]) => `<${name}>${text}</${name}>`),
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
        const root = rootOf(blocks.map((each) => `<p>${each.join('')}</p>`).join('<hr>'));
        const { parts, places } = spokenOf({ title: '', summary: '' }, root, ['en']);
        const inNodes = places.map((place) =>
          partsOf(readSpoken(root), place!)
            .map(({ node, from, to }) => node.data.slice(from, to))
            .join('')
            .replaceAll(/\s+/g, ' '),
        );
        expect(inNodes).toEqual(parts);
        expect(letters(parts.join(''))).toBe(letters(readText(root, 'none').text));
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('the language in which an article is read', () => {
  const preferred = ['en-GB', 'en', 'de'];
  it.each([
    ['The lamp is lit by the keeper of the house.', 'en-GB'],
    ['Die Lampe wird von dem Wärter des Hauses angezündet.', 'de'],
    ['La lampe est allumée par le gardien de la maison.', 'fr'],
    ['La lámpara se enciende por el guardián de la casa.', 'es'],
    ['La lampada è accesa dal custode della casa.', 'it'],
    ['A lâmpada é acesa pelo guarda da casa e não se apaga.', 'pt'],
    ['De lamp wordt door de wachter van het huis aangestoken.', 'nl'],
    ['Лампу зажигает смотритель маяка.', 'ru'],
    ['Лампу запалює доглядач маяка, її світло.', 'uk'],
    ['灯台守が灯りをともす。', 'ja-JP'],
    ['这个灯塔的灯是为谁点亮的', 'zh-CN'],
    ['등대지기가 불을 켠다.', 'ko-KR'],
    ['Ο φύλακας ανάβει τη λάμπα.', 'el'],
    ['An article about 灯台, the Japanese word for the lighthouse on the coast.', 'en-GB'],
    ['42', 'en-GB'],
  ])('%s: %s', (text, language) => {
    expect(spokenLanguage(text, preferred)).toBe(language);
  });
});
