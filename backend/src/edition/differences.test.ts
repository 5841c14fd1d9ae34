import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/harness/property-runs.ts';
import { differencesOf, type Told } from './differences.ts';

const told = (feed_title: string, ...paragraphs: string[]): Told => ({
  feed_title,
  html: paragraphs.map((text) => `<p>${text}</p>`).join(''),
});

const common = 'The volcano near Grindavik erupted on Monday, and lava crossed the road to the harbour.';
const agency = told(
  'Agency',
  common,
  'The police said that 4,000 inhabitants of Grindavik had left their houses before midnight because of the volcano.',
);
const paper = told(
  'Paper',
  common,
  'Airlines cancelled thirty flights to Keflavik, although the lava flows away from the airport of Grindavik.',
  'Subscribe to our newsletter and never miss another important morning briefing again.',
);
const blog = told('Blog', common);

describe('what the sources of a story say differently', () => {
  it('are the sentences that no other source has, about the same, in the words of their source', () => {
    expect(differencesOf([agency, paper, blog])).toEqual([
      {
        feed_title: 'Agency',
        sentences: [
          'The police said that 4,000 inhabitants of Grindavik had left their houses before midnight because of the volcano.',
        ],
      },
      {
        feed_title: 'Paper',
        sentences: [
          'Airlines cancelled thirty flights to Keflavik, although the lava flows away from the airport of Grindavik.',
        ],
      },
    ]);
  });

  it('are told of three sources or more, of which two differ', () => {
    expect(differencesOf([agency, paper])).toEqual([]);
    expect(differencesOf([agency, paper, { ...blog, feed_title: 'Paper' }])).toEqual([]);
    expect(differencesOf([agency, blog, told('Other', common)])).toEqual([]);
  });

  it('are found in Japanese', () => {
    const shared =
      '月曜日の朝、グリンダビーク近くの火山が噴火し、溶岩が港へ向かう道路を横切ったと発表された。';
    const found = differencesOf([
      told(
        '通信',
        shared,
        '警察によると、火山の噴火が始まる前に住民およそ四千人が真夜中までに家を離れて避難所へ移動したという。',
      ),
      told(
        '新聞',
        shared,
        '航空会社は溶岩が空港とは反対の方向へ流れているにもかかわらず、三十便の欠航を決めたと説明している。',
      ),
      told('ブログ', shared),
    ]);
    expect(found.map(({ feed_title, sentences }) => [feed_title, sentences.length])).toEqual([
      ['通信', 1],
      ['新聞', 1],
    ]);
  });

  it('are sentences of their own source, at most two, in its order', () => {
    const word = fc.constantFrom(
      ...'lava road flights police harbour midnight airport thousand houses newsletter'.split(' '),
    );
    const sentence = fc
      .array(word, { minLength: 5, maxLength: 14 })
      .map((words) => `${words.join(' ').replace(/^./, (first) => first.toUpperCase())}.`);
    const source = fc.tuple(fc.constantFrom('A', 'B', 'C', 'D'), fc.array(sentence, { maxLength: 6 }));
    fc.assert(
      fc.property(fc.array(source, { maxLength: 8 }), (sources) => {
        const found = differencesOf(sources.map(([name, sentences]) => told(name, ...sentences)));
        expect(found.length === 0 || found.length >= 2).toBe(true);
        for (const { feed_title, sentences } of found) {
          expect(sentences.length).toBeGreaterThan(0);
          expect(sentences.length).toBeLessThanOrEqual(2);
          const ofFeed = sources.filter(([name]) => name === feed_title);
          expect(
            ofFeed.some(([, all]) => {
              const places = sentences.map((each) => all.indexOf(each));
              return !places.includes(-1) && places.every((place, at) => place > (places[at - 1] ?? -1));
            }),
          ).toBe(true);
        }
      }),
      { numRuns: runs(300) },
    );
  });
});
