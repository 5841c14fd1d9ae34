import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/harness/property-runs.ts';
import {
  type Feature,
  IN_TITLE,
  IS_NAME,
  packFeatures,
  type RecentText,
  unpackFeatures,
} from '../model/story/story.ts';
import { hashOf } from '../scoring/words/words.ts';
import { evidenceOf, logitOf, storyRules } from './evidence.ts';
import { signatureOf, splitTitle } from './signature.ts';
import { createStoryIndex } from './story-index.ts';

type Given = { title: string; text?: string; feed?: string; hours?: number; link?: string };

const START = Date.UTC(2026, 0, 31, 8);
const HOUR_MS = 3_600_000;
const { weights } = storyRules;

/** Puts the texts into an index one after the other and returns the story of each, and the one that it continues. */
const foundFor = (given: Given[]): { story: string; earlier: string | null }[] => {
  const index = createStoryIndex(storyRules);
  const found: { story: string; earlier: string | null }[] = [];
  for (const [at, { title, text = '', feed = `feed ${at}`, hours = 0, link = null }] of given.entries()) {
    const recent: RecentText = {
      article_id: String(2n ** 60n + BigInt(at)),
      feed_id: feed,
      published_at: new Date(START + hours * HOUR_MS).toISOString(),
      written_at: new Date(START + at * 1000).toISOString(),
      signature: signatureOf({ feed_id: feed, link, title, text }),
    };
    index.add(recent);
    const story = index.decide(recent);
    if (story !== null) index.join(recent.article_id, story);
    found.push({ story: index.storyOf(recent.article_id), earlier: index.earlierOf(recent) });
  }
  return found;
};

/** Returns the number of the story of each. */
const storiesOf = (given: Given[]): number[] => {
  const stories = foundFor(given).map(({ story }) => story);
  const known = [...new Set(stories)];
  return stories.map((story) => known.indexOf(story));
};

/** Returns the number of the text whose story each one continues; null for none. */
const earlierOf = (given: Given[]): (number | null)[] => {
  const found = foundFor(given);
  return found.map(({ earlier }) =>
    earlier === null ? null : found.findIndex(({ story }) => story === earlier),
  );
};

const long = (topic: string): string =>
  `${topic} was seen again after a night of rain, and the town below the bridge moved its market to higher ground, where traders sold bread, apples and wool until the water fell and the children went back to their school on the hill.`;

describe('stories', () => {
  it('fold what several feeds tell of one event', () => {
    expect(
      storiesOf([
        {
          title: 'Volcano on Reykjanes peninsula erupts for the fourth time since December',
          text: 'Lava flows from a fissure near Grindavik in Iceland, which was evacuated on Saturday.',
        },
        {
          title: 'Iceland volcano erupts again near evacuated Grindavik - The Daily Example',
          text: 'Lava is flowing from a new fissure on the Reykjanes peninsula, the weather office said.',
        },
        {
          title: 'Central bank leaves interest rates unchanged',
          text: 'The governors of Iceland’s central bank expect inflation to fall until December.',
        },
      ]),
    ).toEqual([0, 0, 1]);
  });

  it('fold Japanese titles about one event', () => {
    expect(
      storiesOf([
        {
          title: '能登半島で震度5強の地震、津波の心配なし',
          text: '石川県能登地方で地震があり、気象庁が発表した。',
        },
        {
          title: '石川・能登地方で地震　震度5強　津波の心配なし｜例新聞',
          text: '気象庁によると能登半島で地震があった。',
        },
        { title: '日経平均株価が続落、半導体株に売り', text: '東京株式市場で日経平均株価が下落した。' },
      ]),
    ).toEqual([0, 0, 1]);
  });

  it('fold nearly the same text under another title, in one feed too', () => {
    const text = [1, 2, 3].map((day) => `${long('The river Example')} So it was on day ${day}.`).join(' ');
    expect(
      storiesOf([
        { title: 'River rises', text },
        { title: 'Market moves to higher ground', text: text.replace('wool', 'honey') },
        { title: 'River rises once more', text, feed: 'feed 0' },
      ]),
    ).toEqual([0, 0, 0]);
  });

  it('keep articles of one feed apart that differ in their texts, however alike their titles are', () => {
    const feed = 'a shop';
    expect(
      storiesOf([
        { title: 'Daily deals: the best offers of the day', text: long('A lamp'), feed },
        {
          title: 'Daily deals: the best offers of the day',
          text: 'Headphones, keyboards and a garden hose are cheaper than ever at several large shops this morning.',
          feed,
        },
        {
          title: 'Morning briefing: what you need to know today',
          text: 'Elections in Norway.',
          feed: 'news',
        },
        {
          title: 'Morning briefing: what you need to know today',
          text: 'A strike at airports.',
          feed: 'news',
        },
      ]),
    ).toEqual([0, 1, 2, 3]);
  });

  it('keep articles of one feed apart that have one text under different titles', () => {
    const text = `${long('A lamp')} ${long('A chair')} ${long('A shelf')}`;
    expect(
      storiesOf([
        { title: 'Oak chair', text, feed: 'shop' },
        { title: 'Walnut table', text: text.replace('wool', 'honey'), feed: 'shop' },
        { title: 'Oak chair, now cheaper', text, feed: 'shop' },
      ]),
    ).toEqual([0, 1, 0]);
  });

  it('do not take the label of a series for a source', () => {
    expect(
      storiesOf([
        { title: '「例スマートフォン X1」の便利な機能をチェック【レビュー】', feed: 'site' },
        { title: '「例スマートフォン X1」の便利な機能を写真でチェック【特集】', feed: 'site' },
        { title: '「例スマートフォン X1」の便利な機能を使う（後編）', feed: 'site' },
      ]),
    ).toEqual([0, 1, 2]);
    expect(splitTitle('新機能を紹介【レビュー】')).toEqual({ headline: '新機能を紹介', source: '' });
    expect(splitTitle('首相が会見（共同）')).toEqual({ headline: '首相が会見', source: '共同' });
  });

  it('keep versions, editions and results apart that differ in their numbers', () => {
    expect(
      storiesOf([
        { title: 'Example Framework 1.2.0 released with faster builds' },
        { title: 'Example Framework 1.3.0 released with faster builds' },
        { title: 'Weekly quiz number 41: how much of the week do you remember' },
        { title: 'Weekly quiz number 42: how much of the week do you remember' },
      ]),
    ).toEqual([0, 1, 2, 3]);
    // Two sources that number their posts from one template, whose texts are as alike as their titles.
    const chapters = Array.from({ length: 120 }, (_, n) => ({
      title: `Story number ${n}, which has a title that needs more than one line, and so is higher`,
      text: `The text of story ${n}. `.repeat((n % 5) * 4 + 1),
      feed: `series ${n % 8}`,
    }));
    expect(storiesOf(chapters)).toEqual(chapters.map((_, n) => n));
  });

  it('keep events apart that lie more than 72 hours from each other', () => {
    const title = 'Earthquake of magnitude six shakes northern Chile near Iquique';
    expect(storiesOf([{ title }, { title, hours: 71 }, { title, hours: 145 }])).toEqual([0, 0, 1]);
  });

  it('have only articles that are near to the first one: an act that a later article leads to is another story', () => {
    expect(
      storiesOf([
        {
          title: 'Halden Motors to close plant in Ghent, union says',
          text: 'The union fears for 1,200 jobs at the car plant.',
        },
        {
          title: 'Halden Motors closes Ghent plant, workers block gates',
          text: 'Workers blocked the gates of the car plant, union says, over 1,200 jobs.',
        },
        { title: 'Workers block gates of plant in Ghent', text: 'Hundreds of workers stood at the gates.' },
      ]),
    ).toEqual([0, 0, 1]);
  });

  it('take one article of each source', () => {
    const texts = ['Fire destroys Example cathedral roof in Ghent', 'Ghent cathedral roof destroyed by fire'];
    const [first = '', second = ''] = texts;
    expect(
      storiesOf([
        { title: first },
        { title: second, feed: 'paper' },
        { title: 'Ghent cathedral fire: roof destroyed, mayor speaks', feed: 'paper' },
      ]),
    ).toEqual([0, 0, 1]);
  });

  it('tell the sources of a feed of many sources by its titles', () => {
    const feed = 'aggregator';
    expect(
      storiesOf([
        { title: 'Fire destroys cathedral roof in Ghent - Example Times', feed },
        { title: 'Ghent cathedral roof destroyed by fire - Sample Post', feed },
      ]),
    ).toEqual([0, 0]);
  });
});

const GUILTY = {
  title: 'Banker Paul Reuss found guilty of fraud of 40 million euros',
  text: 'The jury found the banker guilty on all counts.',
};
const SENTENCED = {
  title: 'Banker Paul Reuss sentenced to nine years in prison',
  text: 'The judge sentenced him for fraud of 40 million euros.',
  hours: 40,
};

describe('an article', () => {
  it('of the next act of a saga is a story of its own that continues the one before', () => {
    expect(storiesOf([GUILTY, SENTENCED])).toEqual([0, 1]);
    expect(earlierOf([GUILTY, SENTENCED])).toEqual([null, 0]);
  });

  it('continues no story that was published after it', () => {
    expect(earlierOf([SENTENCED, GUILTY])).toEqual([null, null]);
  });

  it('of the same paper continues what that told before', () => {
    expect(
      earlierOf([
        { ...GUILTY, feed: 'paper' },
        { ...SENTENCED, feed: 'paper' },
      ]),
    ).toEqual([null, 0]);
  });

  it.each([
    'What to know about Paul Reuss, the banker found guilty of fraud',
    'Five takeaways from the fraud trial of banker Paul Reuss',
  ])('that explains an event is a story of its own that continues it: %s', (title) => {
    const text = 'A jury found Reuss guilty of fraud of 40 million euros. His bank had failed in March.';
    const given = [GUILTY, { title, text, hours: 1 }];
    expect(storiesOf(given)).toEqual([0, 1]);
    expect(earlierOf(given)).toEqual([null, 0]);
    // It folds if no title asks.
    const told = title.replace(/^(?:What to know about|Five takeaways from) /, '');
    expect(storiesOf([GUILTY, { title: told, text, hours: 1 }])).toEqual([0, 0]);
  });

  it('of the WHO asks nothing, although its title begins like a question', () => {
    const ends = {
      title: 'WHO ends measles emergency in Chad',
      text: 'The agency said that no new case was found for six weeks.',
    };
    const again = {
      title: 'Measles emergency in Chad is over',
      text: 'No new case was found in six weeks, the health agency said.',
    };
    expect(storiesOf([again, ends])).toEqual([0, 0]);
  });

  it('continues another story than its own', () => {
    const copy = { ...SENTENCED, title: 'Paul Reuss, banker, sentenced to nine years in prison for fraud' };
    expect(storiesOf([GUILTY, SENTENCED, copy])).toEqual([0, 1, 1]);
    expect(earlierOf([GUILTY, SENTENCED, copy])).toEqual([null, 0, 0]);
  });

  it.each([
    [
      'Cold record broken in Oslo as temperature falls to minus 27',
      'It was the coldest night since 1941 in Oslo.',
      'Cold record broken in Helsinki as temperature falls to minus 31',
      'It was the coldest night since 1987 in Helsinki.',
    ],
    [
      'Rovers beat United 3-1 in first game of the final',
      'Two goals by Silva gave Rovers the first game of the series.',
      'United beat Rovers 2-0 in second game of the final',
      'United won the second game of the series, so that it is level.',
    ],
    [
      '札幌で観測史上最低気温を更新、氷点下18度',
      '札幌では今朝、観測史上最も低い気温を記録した。',
      '旭川で観測史上最低気温を更新、氷点下30度',
      '旭川では今朝、観測史上最も低い気温を記録した。',
    ],
  ])('"%s" is not told again by one of the same template', (title, text, other, otherText) => {
    const given = [
      { title, text },
      { title: other, text: otherText, hours: 3 },
    ];
    expect(storiesOf(given)).toEqual([0, 1]);
    expect(earlierOf(given)).toEqual([null, null]);
  });
});

/** The same as in `evidenceOf`, each number by its own definition; the rarity of a word is 1 + hash / 10. */
const plainEvidence = (one: readonly Feature[], two: readonly Feature[]) => {
  const rarity = ({ hash }: Feature): number => 1 + hash / 10;
  const in_ = (list: readonly Feature[], { hash }: Feature) => list.find((other) => other.hash === hash);
  const isTitle = ({ mark }: Feature) => (mark & IN_TITLE) !== 0;
  const isName = (feature: Feature) =>
    [one, two].some((list) => ((in_(list, feature)?.mark ?? 0) & IS_NAME) !== 0);
  const worth = (feature: Feature) =>
    rarity(feature) * Math.min(1, isTitle(feature) ? feature.weight / 3 : feature.weight);
  const sum = (list: readonly Feature[], of: (feature: Feature) => number) =>
    list.reduce((total, feature) => total + of(feature), 0);
  const [title, otherTitle] = [one.filter(isTitle), two.filter(isTitle)];
  const shared = one.filter((feature) => {
    const other = in_(two, feature);
    return other !== undefined && (isTitle(feature) || isTitle(other));
  });
  const covered = (list: readonly Feature[], other: readonly Feature[]) =>
    list.length === 0
      ? 0
      : sum(
          list.filter((feature) => in_(other, feature)),
          worth,
        ) / sum(list, worth);
  const square = (feature: Feature) => rarity(feature) ** 2;
  const product = sum(
    title.filter((feature) => in_(otherTitle, feature)),
    square,
  );
  return {
    shared: shared.length,
    names: [
      ...title.filter((feature) => !in_(two, feature)),
      ...otherTitle.filter((feature) => !in_(one, feature)),
    ].filter(isName).length,
    told: sum(
      shared.filter((feature) => !isName(feature)),
      (feature) => (worth(feature) + worth(in_(two, feature)!)) / 2,
    ),
    titles: product === 0 ? 0 : product / Math.sqrt(sum(title, square) * sum(otherTitle, square)),
    covered: Math.min(covered(title, two), covered(otherTitle, one)),
  };
};

const closeTo = (numbers: Record<string, number>) =>
  Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, expect.closeTo(value, 9)]));

describe('an index of texts', () => {
  const word = fc.constantFrom(
    ...'flood bridge river market town Oslo Bergen strike airport minister'.split(' '),
  );
  const title = fc.array(word, { minLength: 4, maxLength: 8 }).map((list) => list.join(' '));
  it('decides after it forgot texts as one does that never had them', () => {
    fc.assert(
      fc.property(
        fc.array(title, { minLength: 2, maxLength: 14 }),
        fc.nat({ max: 12 }),
        (titles, forgotten) => {
          const texts = titles.map((given, at) => ({
            article_id: String(2n ** 60n + BigInt(at)),
            feed_id: `feed ${at}`,
            published_at: new Date(START).toISOString(),
            written_at: new Date(START + at * 1000).toISOString(),
            signature: signatureOf({ feed_id: `feed ${at}`, link: null, title: given, text: '' }),
          }));
          const cut = Math.min(forgotten, texts.length - 1);
          const [kept, fresh] = [createStoryIndex(storyRules), createStoryIndex(storyRules)];
          for (const text of texts.slice(0, -1)) kept.add(text);
          kept.forget(texts[cut]!.written_at);
          for (const text of texts.slice(cut, -1)) fresh.add(text);
          const last = texts.at(-1)!;
          const found = [kept, fresh].map((index) => {
            index.add(last);
            return { story: index.decide(last), earlier: index.earlierOf(last) };
          });
          expect(found[0]).toEqual(found[1]);
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

describe('the words of a text', () => {
  const marksOf = (title: string, text: string) => {
    const { features } = signatureOf({ feed_id: 'feed', link: null, title, text });
    return new Map(unpackFeatures(features).map(({ hash, mark }) => [hash, mark]));
  };
  const markOf = (word: string, title: string, text: string) => marksOf(title, text).get(hashOf(word));

  it('stay those of the title if the first sentences have them too', () => {
    expect(markOf('flood', 'Flood reaches the town', 'The flood has reached it.')).toBe(IN_TITLE);
    expect(markOf('street', 'Flood reaches the town', 'It is in the street.')).toBe(0);
  });

  it('are names if a capital means something and they are nowhere in lower case', () => {
    const text = 'We met the mayor of Reading, who was reading there with Anna.';
    expect(markOf('anna', 'Floods', text)).toBe(IS_NAME);
    expect(markOf('reading', 'Floods', text) ?? markOf('read', 'Floods', text)).toBe(0);
  });
});

describe('the evidence of two texts', () => {
  const recent = (title: string, text: string, hours = 0): RecentText => ({
    article_id: '1',
    feed_id: 'feed',
    published_at: new Date(START + hours * HOUR_MS).toISOString(),
    written_at: new Date(START).toISOString(),
    signature: signatureOf({ feed_id: 'feed', link: null, title, text }),
  });
  const judge = (one: RecentText, two: RecentText): number =>
    logitOf(
      evidenceOf(one, two, () => 5),
      weights,
    );

  it('has the first sentences in it, also of titles with few words', () => {
    const flood = recent('River rises', 'The flood has reached the streets of the town.');
    const meanings = ['Water stands in the houses near the river.', 'Shares of the company went up.'].map(
      (text) => evidenceOf(flood, recent('Town update', text), () => 5).meaning ?? 0,
    );
    expect(meanings[0]).toBeGreaterThan((meanings[1] ?? 0) + 0.2);
  });

  const feature = fc.record({
    hash: fc.nat({ max: 12 }),
    weight: fc.integer({ min: 1, max: 125 }).map((steps) => steps / 25),
    mark: fc.constantFrom(0, IN_TITLE, IS_NAME, IN_TITLE | IS_NAME),
  });
  const features = fc.uniqueArray(feature, { selector: ({ hash }) => hash, maxLength: 10 });
  it('counts the words of the titles, each once', () => {
    fc.assert(
      fc.property(features, features, (one, two) => {
        const [first, second] = [one, two].map((given) => ({
          ...recent('', ''),
          signature: { ...recent('', '').signature, features: packFeatures(given) },
        }));
        const evidence = evidenceOf(first!, second!, (hash) => 1 + hash / 10);
        expect(evidence).toMatchObject(closeTo(plainEvidence(one, two)));
      }),
      { numRuns: runs(300) },
    );
  });

  const words = fc.string({
    unit: fc.constantFrom('a', 'b', 'e', ' ', '2', 'A', 'B', '地', '震'),
    maxLength: 40,
  });
  const given = fc.tuple(words, words, fc.nat({ max: 72 })).map((told) => recent(...told));
  it('is the same in both directions', () => {
    fc.assert(
      fc.property(given, given, (one, two) => {
        expect(judge(one, two)).toBeCloseTo(judge(two, one), 9);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('a title', () => {
  it.each([
    [
      'Strike at airports ends after six days - Example Times',
      'Strike at airports ends after six days',
      'Example Times',
    ],
    ['Strike at airports ends (Reuters)', 'Strike at airports ends', 'Reuters'],
    ['台風が関東に接近、交通に影響｜例新聞', '台風が関東に接近、交通に影響', '例新聞'],
    ['Attacks over the network (part 3 of 3)', 'Attacks over the network (part 3 of 3)', ''],
    ['One - Two', 'One - Two', ''],
  ])('%s has headline and source', (title, headline, source) => {
    expect(splitTitle(title)).toEqual({ headline, source });
  });
});
