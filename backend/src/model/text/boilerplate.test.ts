import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boilerplateOf, withoutBoilerplate } from './compared-text.ts';
import { runs } from '../../../test/harness/property-runs.ts';

const strip = (texts: string[]): string[] => {
  const find = boilerplateOf(texts);
  return texts.map((text) => withoutBoilerplate(text, find(text)));
};

const FOOTER = 'See Privacy Policy at https://art19.com/privacy and California Privacy Notice.';

describe('what most texts of a feed repeat', () => {
  test('a footer is left out, and the text before it stays', () => {
    const texts = ['Foxes in the city.', 'A tax on sugar', 'Why bridges fall.', 'The last steam train'];
    expect(strip(texts.map((text) => `${text} ${FOOTER}`)).map((text) => text.replace(/\W+$/u, ''))).toEqual(
      texts.map((text) => text.replace(/\W+$/u, '')),
    );
  });

  test('numbers and addresses in it may differ', () => {
    const texts = ['Foxes', 'Taxes', 'Bridges'].map(
      (text, at) =>
        `Posted on 07-1${at}-2021 by our team. ${text}. Read it all at https://e.org/${at}?x=${at}`,
    );
    expect(strip(texts).join(' ')).not.toMatch(/team|Read|e\.org/u);
  });

  test('Japanese, which has no spaces between words, is divided the same way', () => {
    const texts = ['新しい橋が完成した。', '砂糖に税。', '街の狐について。'].map(
      (text) => `${text}プライバシーポリシーはこちらをご覧ください。`,
    );
    expect(strip(texts)).toEqual(['新しい橋が完成した。 。', '砂糖に税。 。', '街の狐について。 。']);
  });

  test('a name of few words, a text in two versions, or what a few texts share stays', () => {
    const named = [
      'News of the Large Hadron Collider',
      'The Large Hadron Collider rests',
      'At the Large Hadron Collider',
    ];
    expect(strip(named)).toEqual(named);
    const twice = [FOOTER, FOOTER, `Another. ${FOOTER}`];
    expect(strip(twice)).toEqual(twice);
    const few = [`One. ${FOOTER}`, `Two. ${FOOTER}`, `Three. ${FOOTER}`, 'Four.', 'Five.', 'Six.', 'Seven.'];
    expect(strip(few)).toEqual(few);
  });

  test('what the first texts lack and most of the others have is left out', () => {
    const subjects = [
      'One.',
      'Two.',
      'Three.',
      'Four.',
      'Five.',
      'Six.',
      'Seven.',
      'Eight.',
      'Nine.',
      'Ten.',
    ];
    const from = (first: number) =>
      strip(subjects.map((text, at) => (at < first ? text : `${text} ${FOOTER}`)));
    expect(from(4).join(' ')).not.toContain('Privacy');
    expect(from(5).join(' ')).toContain('Privacy');
  });

  test('property: the runs of a text are found in it again, whatever stands around them', () => {
    const word = fc.stringMatching(/^[a-z]{3,9}$/u);
    const footer = fc.array(word, { minLength: 6, maxLength: 30 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(footer, fc.uniqueArray(word, { minLength: 4, maxLength: 20 }), (repeated, subjects) => {
        const texts = subjects.map((subject) => `Zz${subject}. ${repeated}`);
        const find = boilerplateOf(texts);
        for (const [at, text] of texts.entries()) {
          const runs = find(text);
          expect(withoutBoilerplate(text, runs)).toContain(`Zz${subjects[at]}`);
          expect(withoutBoilerplate(text, runs)).not.toContain(repeated);
          expect(withoutBoilerplate(`Before ${text}, after`, runs)).not.toContain(repeated);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  test('property: a text that none of these runs is in stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(withoutBoilerplate(text, ['5.abc', '40.1k3f9a2'])).toBe(text);
        expect(withoutBoilerplate(text, [])).toBe(text);
      }),
    );
  });
});
