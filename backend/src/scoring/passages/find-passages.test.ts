import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPassages as find, type Passage } from './find-passages.ts';
import { runs } from '../../../test/harness/property-runs.ts';

/** Any UTF-16 unit, halves of pairs too. */
const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));

const passageOf = (keyword: string, title: string, text = ''): Passage | null =>
  find({ title, text }, [keyword])[0] ?? null;

/** The passage with its marks in brackets, which texts here do not have. */
const shown = (passage: Passage | null): string | null => {
  if (passage === null) return null;
  let rest = 0;
  const parts = passage.marks.map(([start, end]) => {
    const part = `${passage.text.slice(rest, start)}[${passage.text.slice(start, end)}]`;
    rest = end;
    return part;
  });
  return `${passage.field}: ${parts.join('')}${passage.text.slice(rest)}`;
};

describe('the passage of a reason', () => {
  it.each([
    // The title goes before a sentence with the same word.
    ['mars', 'A rover on Mars', 'Mars is red.', 'title: A rover on [Mars]'],
    ['mars', 'A rover', 'It landed. It is on Mars now. All is well.', 'text: It is on [Mars] now.'],
    // It does so even if the sentence has the rarer word of two.
    ['volcano eruption', 'A volcano', 'It was an eruption.', 'title: A [volcano]'],
    ['volcano eruption', 'An eruption', 'It was a volcano.', 'title: An [eruption]'],
    // Forms of a word.
    ['mouse', 'Three blind mice', '', 'title: Three blind [mice]'],
    ['color', 'A colour of its own', '', 'title: A [colour] of its own'],
    // Phrases are marked as a whole, and go before their parts.
    ['real madrid', 'Real estate', 'Madrid is warm. Then Real Madrid won.', 'text: Then [Real Madrid] won.'],
    ['machine learning', 'On machine-learning', '', 'title: On [machine-learning]'],
    ['"real madrid"', 'Madrid is real', 'In Madrid, a real one.', null],
    // Symbols are part of a name.
    ['C#', 'Vitamin C is good', 'Write it in C# today.', 'text: Write it in [C#] today.'],
    // Japanese words, not their parts.
    ['京都', '東京都の今日', '京都の寺に行く。', 'text: [京都]の寺に行く。'],
    ['野球', '今日の話題', '彼は野球の選手だ。雨が降る。', 'text: 彼は[野球]の選手だ。'],
    // Across languages, by the glossary.
    ['baseball', '今日の話題', '雨が降る。彼は野球の選手だ。', 'text: 彼は[野球]の選手だ。'],
    ['野球', 'Weather', 'It rains. They play baseball here.', 'text: They play [baseball] here.'],
    // Abbreviations end no sentence.
    ['rain', 'Weather', 'Mr. Smith saw rain. He left.', 'text: Mr. Smith saw [rain].'],
    // Near in meaning, where no word is the same.
    ['semiconductor', 'New processors', 'Intel makes them faster.', 'title: New [processors]'],
    // Nothing to show.
    ['gardening', 'Parliament votes', 'The bill passed.', null],
    ['', 'A title', 'A text.', null],
    ['!!!', 'A title!!!', 'A text.', null],
    ['mars', '', '', null],
  ])('of %j in %j, %j', (keyword, title, text, expected) => {
    expect(shown(passageOf(keyword, title, text))).toBe(expected);
  });

  it('is cut between words around the marked one, with about 200 characters', () => {
    const passage = passageOf(
      'volcano',
      'x',
      `${'before it came '.repeat(12)}the volcano ${'and then after '.repeat(12)}`,
    );
    expect(shown(passage)).toMatch(/^text: …(before|it|came) .* the \[volcano\] .* (and|then|after)…$/);
    expect(passage!.text.length).toBeGreaterThan(150);
    expect(passage!.text.length).toBeLessThanOrEqual(202);
  });

  it('is cut without spaces too, and never in a character', () => {
    const passage = passageOf(
      '野球',
      'x',
      `${'猫が好き、'.repeat(15)}野球を見る、${'犬が走る、'.repeat(35)}`,
    );
    expect(shown(passage)).toMatch(/^text: …[^[]+\[野球\][^[]+…$/);
    expect(passage!.text.length).toBeLessThanOrEqual(202);
  });
});

describe('marks', () => {
  it.each([
    ['野球', 'ﾊﾟ･ﾘｰｸﾞの野球', 'title: ﾊﾟ･ﾘｰｸﾞの[野球]'],
    ['日', '㌖日', 'title: ㌖[日]'],
    ['野球', '㌠野球𠮷', 'title: ㌠[野球]𠮷'],
  ])('of %s lie where it was written, although NFKC changes lengths before it', (keyword, title, wanted) => {
    expect(shown(passageOf(keyword, title, ''))).toBe(wanted);
  });

  const word = fc.constantFrom(
    'mars',
    'Mars',
    'real',
    'madrid',
    '京都',
    '東京都',
    '野球',
    'baseball',
    'C#',
    '👩‍👩‍👧',
    '𠮷野家',
    '\ud83d',
    '\udc00',
    'ｶﾞｯｺｳ',
    '㌠',
    '.',
    '。',
    ' ',
    '\n',
    '-',
    "'",
    '',
    'x'.repeat(80),
    '東'.repeat(90),
    'the',
    'e\u0301',
  );
  const text = fc.oneof(
    fc.array(word, { maxLength: 60 }).map((words) => words.join(' ')),
    fc.array(word, { maxLength: 60 }).map((words) => words.join('')),
    fc.string({ unit: anyUnit, maxLength: 400 }),
  );
  const keyword = fc.oneof(
    word,
    fc.tuple(word, word).map((words) => words.join(' ')),
    fc.string({ unit: anyUnit }),
  );

  it('lie in the text, in order and apart, and never in a pair of surrogates', () => {
    fc.assert(
      fc.property(text, text, fc.array(keyword, { minLength: 1, maxLength: 4 }), (title, body, keywords) => {
        const passages = find({ title, text: body }, keywords);
        expect(passages).toHaveLength(keywords.length);
        for (const passage of passages) if (passage !== null) expectWellMarked(passage);
      }),
      { numRuns: runs(300) },
    );
  });

  const expectWellMarked = ({ text: shownText, marks }: Passage) => {
    expect(shownText.length).toBeLessThanOrEqual(202);
    expect(marks.length).toBeGreaterThan(0);
    let before = -1;
    for (const [start, end] of marks) {
      expect(start).toBeGreaterThan(before);
      expect(end).toBeGreaterThan(start);
      expect(end).toBeLessThanOrEqual(shownText.length);
      for (const at of [start, end]) {
        const pair = shownText.slice(Math.max(0, at - 1), at + 1);
        expect(/^[\ud800-\udbff][\udc00-\udfff]$/.test(pair)).toBe(false);
      }
      before = end;
    }
  };
});

describe('hostile texts', () => {
  it.each([
    ['without a space', 'x'.repeat(1_000_000)],
    ['of Japanese without an end', '東京都京都府'.repeat(170_000)],
    ['of emoji', '👩‍👩‍👧'.repeat(120_000)],
    ['of halves of pairs', '\ud83d'.repeat(1_000_000)],
    ['of the keyword', 'mars '.repeat(200_000)],
    ['of full stops', '.'.repeat(1_000_000)],
    ['of capitals', 'U.S.'.repeat(250_000)],
  ])('%s have a passage that is short, or none', (_, text) => {
    for (const passage of find({ title: text, text }, ['mars', '京都', 'real madrid', text]))
      expect(passage?.text.length ?? 0).toBeLessThanOrEqual(202);
  });
});
