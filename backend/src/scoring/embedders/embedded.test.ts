import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EmbedRequest } from '../../model/score/embedder.ts';
import { compare } from '../../model/score/similarity.ts';
import { byMoments } from '../../model/score/usual-cosines.ts';
import { loadWordTables } from '../words/word-tables.ts';
import { cosine, toStored, unpack } from '../../model/score/vector.ts';
import { runs } from '../../../test/harness/property-runs.ts';
import { createEmbeddedEmbedder } from './embedded.ts';
import { anyCharacter } from '../../../test/harness/samples/any-character.ts';

const embedder = createEmbeddedEmbedder();
const stored = async (request: EmbedRequest) => {
  const [result] = await embedder.embed([request]);
  if (!result?.ok) throw new Error('the embedded model never fails');
  return toStored(result.embedding, embedder.model, '');
};
const keyword = (title: string) => stored({ title, body: '', purpose: 'keyword' });
const article = (title: string, body = '') => stored({ title, body, purpose: 'article' });
const usual = byMoments(loadWordTables().background());
const comparable = async (text: string) => {
  const vector = await keyword(text);
  return { vector, usual: usual(vector) };
};
const similarity = async (text: string, title: string, body = '') =>
  compare(await article(title, body)).wanted(await comparable(text)).similarity;
const exclusion = async (text: string, title: string, body = '') =>
  compare(await article(title, body)).excluded(await comparable(text)).similarity;
const isListed = async (text: string, title: string, body = '') =>
  compare(await article(title, body)).wanted(await comparable(text)).is_sure;

/** The similarity from which a reader takes an article for relevant; the most that words of a phrase without the phrase give. */
const RELEVANT = 0.5;
const PART = 0.5;
/** The most that an unrelated article gets by words that only look alike, or are of the same kind. */
const UNRELATED = 0.36;
/** The most that one use in passing gives. */
const PASSING = 0.15;

describe('the embedded model', () => {
  it.each([
    ['elections', 'The election is near'],
    ['running shoe', 'Running shoes tested'],
    ['running shoes', 'These are the best running shoes for winter'],
    ['real madrid', 'Real Madrid beat Sevilla'],
    ['ＡＰＰＬＥ', 'Apple opens a shop'],
    ['database', 'New databases compared'],
    ['vaccine trial', 'First trial of a vaccine begins'],
    ['選挙', '総選挙の投票が始まった'],
    ['スマートフォン', '新しいスマートフォンが発売'],
    ['ｻｯｶｰ', 'サッカー日本代表が勝利'],
    ['人工知能', '手書きの字を読む人工知能を公開'],
    ['半導体', '半導体の新工場'],
    ['京都', '京都の紅葉が見頃'],
    ['jaguar', 'A jaguar is seen again in Arizona'],
    ['baseball', 'The baseball season begins'],
    ['rust', 'Rust 2.0 is out'],
    ['IT', 'Why IT projects fail'],
    ['US', 'Talks with the US begin'],
    ['US', 'U.S. troops leave'],
    ['WHO', 'What the WHO says about salt'],
    ['AI', 'Rules for AI'],
    ['5G', 'The 5G network grows'],
    ['R', 'Statistics in R for beginners'],
    ['Go', 'Why we moved all our services to Go'],
    ['C#', 'What is new in C# 14'],
    ['C++', 'Modules in C++ explained'],
    ['F#', 'Learning F# slowly'],
    ['.NET', 'ASP.NET has a new router'],
    ['.NET', 'Moving to .NET from Java'],
    ['mice', 'A mouse in the house'],
    ['colour', 'The color of money'],
    ['child', 'Children at school'],
    ['analysis', 'Two analyses of the vote'],
    ['cafe', 'Un café à Paris'],
    ['kubernetes', 'Kubernetes explained'],
    ['windows', 'Windows 12 announced'],
    ['AI', "What they said about l'AI in Paris"],
  ])('finds %s in "%s"', async (text, title) => {
    expect(await similarity(text, title)).toBeGreaterThan(RELEVANT);
    expect(await isListed(text, title)).toBe(true);
  });

  it.each([
    ['IT', 'What makes it so pleasant to walk'],
    ['US', 'Join us for a walk'],
    ['WHO', 'The man who sold the world'],
    ['Go', 'Where to go next in summer'],
    ['C#', 'Vitamin C against colds'],
    ['C++', 'Vitamin C against colds'],
    ['.NET', 'Net profit rises by a third'],
    ['京都', '東京都知事選挙の投票'],
    ['人工知能', '熊本の半導体工場が完成'],
    ['半導体', '手書きの字を読む人工知能を公開'],
    ['rust', 'Python 4 is out'],
    ['python', 'Rust 2.0 is out'],
    ['jaguar', 'Russia raises the subsidy for farms'],
    ['baseball', 'Judge hears the first witness in court'],
    ['running shoes', 'Government running out of money'],
    ['marketing', 'Stock markets fall'],
    ['universe', 'A university opens its doors'],
    ['news', 'A new house by the river'],
    ['football', 'Central bank holds interest rates'],
    ['選挙', '温泉旅館が再開した'],
    ['the', 'Guitar solo on a new album'],
    ['climate', 'Guitar solo on a new album'],
    ['windows', 'Multiple documents in a single window'],
    ['gardening', 'A concert at the city garden'],
    ['AI', "En écrivant j'ai eu le sentiment de reprendre la vie de mon père"],
    ['パナソニック', 'A new Sonic game is announced', 'Sonic runs through ten levels, and Sonic wins.'],
    ['邦画', 'Apple opens its second Japanese store', 'The Japanese store opens in Osaka.'],
  ])('hardly finds %s in "%s"', async (text, title, body = '') => {
    expect(await similarity(text, title, body)).toBeLessThan(UNRELATED);
    expect(await isListed(text, title, body)).toBe(false);
  });

  it.each([
    ['cooking', 'Tim Cook speaks to investors', 'A school teaches cooking to investors'],
    ['働く女性', 'Woman dies after an accident', 'Working women earn less than men'],
    ['party', 'How to organize a walk', 'How to organize a party'],
  ])('values for %s "%s" clearly less than "%s"', async (text, other, meant) => {
    expect(await similarity(text, meant)).toBeGreaterThan(0.15 + (await similarity(text, other)));
    expect(await isListed(text, other)).toBe(false);
  });

  it('lists a verb of many uses in its other spelling', async () => {
    expect(await similarity('organise', 'How to organize a party')).toBeGreaterThan(UNRELATED);
    expect(await isListed('organise', 'How to organize a party')).toBe(true);
  });

  it.each([
    ['real madrid', 'Real estate in Madrid', 'Flats cost more than ever.'],
    ['real madrid', 'A walk in Madrid', 'The real city begins behind the station.'],
    ['running shoes', 'Leather shoes for men', 'They last for years.'],
    ['manchester united', 'Manchester has a new museum', 'It opens in May.'],
    ['entity mapping', 'Mapping 2 vectors', ''],
    ['working women', 'RewriteRule in .htaccess not working', ''],
    [
      'wordpress plugins',
      '13 Gmail plugins for easier communication',
      'The plugins help you to write mail to your clients.',
    ],
  ])('counts a part of "%s" in "%s" little, and does not list it', async (text, title, body) => {
    expect(await similarity(text, title, body)).toBeLessThanOrEqual(PART);
    expect(await isListed(text, title, body)).toBe(false);
  });

  it('finds only the phrase itself if it is in quotation marks', async () => {
    expect(await similarity('"real madrid"', 'Real Madrid beat Sevilla')).toBeGreaterThan(RELEVANT);
    expect(await similarity('"real madrid"', 'Madrid, a real city')).toBe(0);
    expect(await similarity('"real madrid"', 'Barcelona win the cup, and the football league too')).toBe(0);
    expect(await similarity('「日本代表」', 'サッカー日本代表が勝利')).toBeGreaterThan(RELEVANT);
    expect(await similarity('「日本代表」', '日本の新しい代表')).toBe(0);
  });

  it('excludes what has the whole keyword, and nothing that only resembles it', async () => {
    const rival = [
      'Real Madrid beat Barcelona',
      'The football club won the league in the last minute.',
    ] as const;
    expect(await exclusion('manchester united', 'Manchester United lose at home')).toBeGreaterThan(RELEVANT);
    expect(await exclusion('manchester united', ...rival)).toBe(0);
    expect(await exclusion('manchester united', 'Manchester City and Leeds United draw')).toBe(0);
    expect(await exclusion('football', ...rival)).toBeGreaterThan(0);
    expect(await exclusion('サッカー', 'A night of soccer')).toBeGreaterThan(0);
  });

  it('matches across languages by the glossary', async () => {
    expect(await similarity('選挙', 'Election day in the capital')).toBeGreaterThan(RELEVANT);
    expect(await similarity('election', '総選挙の投票が始まった')).toBeGreaterThan(RELEVANT);
    expect(await similarity('baseball', '高校野球の決勝')).toBeGreaterThan(0.3);
  });

  it('a common word that an unrelated text uses once in passing hardly counts; a name, a phrase or a related text counts', async () => {
    const report = (words: string) =>
      [
        'Developers may soon charge for subscription price increases',
        `The company sent a notification with a large button, and the account of every customer was changed overnight without a choice. ${words} The beta of the software arrives in June.`,
      ] as const;
    expect(await similarity('love', ...report('We would love to hear what you think.'))).toBe(0);
    expect(
      await similarity('dogs', ...report('An office in the tower lets its staff bring dogs.')),
    ).toBeLessThan(PASSING);
    expect(await similarity('zyxelwort', 'Zyxelwort, zyxelwort', 'Zyxelwort and zyxelwort')).toBeLessThan(1);
    expect(await similarity('raspberry pi', ...report('It also runs on a Raspberry Pi.'))).toBeGreaterThan(0);
    expect(await similarity('iphone', ...report('It comes to the iPhone later.'))).toBeGreaterThan(0);
  });

  it.each([
    [
      'microsoft',
      'Google gives Yahoo more stock',
      'Google settles a dispute with Yahoo over software of its search on the web.',
    ],
    [
      'video games',
      '話題の3Dビデオカメラ、大型キャッシュバックキャンペーンを実施中',
      '動画撮影を可能にした本格3D撮影用のビデオカメラだ。',
    ],
    [
      'relationships',
      'Growth of mountain pine at its southern limit',
      'The relationship of climate and tree rings changed. The relationship of growth and rainfall did not, and this relationship holds at all sites of the pine that were sampled above the valley.',
    ],
    ['R', 'An actor has passed away', 'submitted by /u/dropstop to /r/movies'],
    ['R', 'Send notes from the shell', 'Then you can do this: $ ruby -r rubygems -e notify'],
    ['芸能', '接待に使えるゴルフマナー', '接待のゴルフで役に立つマナーを聞いた。'],
    ['メイク', 'パットに形無しは本当か', 'ゴルフにおいて、スコアメイクの決め手になるのがパッティング。'],
  ])('finds little of %s in "%s", and does not list it', async (text, title, body) => {
    expect(await similarity(text, title, body)).toBeLessThan(UNRELATED);
    expect(await isListed(text, title, body)).toBe(false);
  });

  it.each([
    // Of the same kind, without any word of the keyword.
    [
      'real madrid',
      'Cristiano Ronaldo and Jose Mourinho betting advert appearances banned under new rules',
      '',
    ],
    ['ライフハック', 'Hacked', ''],
    ['interest rates', 'Poll surge rattles French bonds and bank stocks', ''],
    // A common word outside the title, in passing, and a sponsor.
    ['love', 'Cannibalistic vampires after hours', 'Gotta love booze!'],
    [
      'travel',
      'It is hard, but eliminate an appetizer of each cuisine',
      "Let's travel the world through appetizers!",
    ],
    // A common word of a title that the text never says again.
    [
      'dogs',
      'Episode 490: sometimes pepperoni, sometimes hot dog',
      'This week we talk about pizza toppings, an old arcade game that nobody has finished, and the letters that you sent to us. The new studio has a sofa, so we sat on it and ate what was left of lunch.',
    ],
    [
      'science',
      'The science behind the most popular charts',
      'We collected a thousand charts that were shared often, and looked at their colours, their length and the number of words. Readers like bright colours, short texts and numbers, researchers found in a laboratory study of eyes.',
    ],
    ['apps', 'Axiom shaken, episode 43', 'Our sponsor is the Cash App. Get ten dollars with the app.'],
    // A translation in passing, words of a phrase, and a name without a vector.
    [
      '恋愛',
      'A night at the fair',
      'They love the rides and the sweets, and the children love to see the lights. Some guests came from far, and most of them had a story of an old night there that they told us at the gate while the band played on.',
    ],
    [
      'home appliances',
      'Top floor, granite, big balcony, gas appliances',
      'A kitchen with granite counters, stainless steel appliances and a gas cooker. The flat can be furnished, has a laundry, a garage for one car and a large closet in each bedroom, and heating is included.',
    ],
    [
      'hibernate',
      'Code health: eliminate smells',
      'The following C++ code has many: class Mammal { virtual Status Sleep(bool hibernate) = 0; }; class Human { virtual Status Sleep(bool hibernate) { age += hibernate; } };',
    ],
  ])('does not list %s for "%s"', async (text, title, body) => {
    expect(await isListed(text, title, body)).toBe(false);
  });

  it.each([
    // The text says the word again, or is near enough without.
    [
      'dogs',
      'Training a young dog',
      'Start early, with short lessons twice a day. A dog learns by praise, and a puppy that is tired learns nothing, so play first and feed it afterwards. Keep the leash short and your voice calm near other animals.',
    ],
    [
      'chocolate',
      'The chocolate mystery',
      'This week we talk about candy, an old arcade game that nobody has finished, and the letters that you sent to us. The new studio has a sofa, so we sat on it and ate cake with cream and vanilla sugar.',
    ],
    ['dogs', 'Sometimes hot dog', ''],
  ])('lists %s for the title "%s"', async (text, title, body) => {
    expect(await isListed(text, title, body)).toBe(true);
  });

  it('finds a word that a text of a few words uses once', async () => {
    expect(
      await similarity('climate', 'Article 3', 'What article 3 says about the climate.'),
    ).toBeGreaterThan(0.2);
  });

  it('finds what is about the same without any common word', async () => {
    const shares = [
      'Retailer’s profit rises but trails estimates',
      'The retailer reported an 18 percent increase in second-quarter profit on Monday, but results trailed the estimates of analysts as sales weakened, and revenue is expected to fall in the final quarter of the year.',
    ] as const;
    expect(await similarity('company earnings', ...shares)).toBeGreaterThan(0);
    expect(await similarity('baseball', ...shares)).toBe(0);
  });

  it('counts a word in the title more than in the body', async () => {
    const filler = 'Some words on other things that fill the space';
    const inTitle = await similarity('volcano', 'Volcano', filler);
    const inBody = await similarity('volcano', filler, 'Volcano');
    expect(inTitle).toBeGreaterThan(inBody);
    expect(inBody).toBeGreaterThan(0.2);
  });

  it('reads the first tokens of the body only', async () => {
    const long = 'plain words here. '.repeat(80);
    expect(await similarity('volcano', 'Title', `${long} volcano`)).toBe(0);
  });

  const text = fc.string({ unit: 'grapheme', maxLength: 300 });
  const hostile = fc.oneof(text, fc.string({ unit: anyCharacter, maxLength: 800 }));
  const phrase = fc
    .array(fc.constantFrom('glacier', 'solar', 'election', 'new', '半導体', '選挙', 'C#', 'Xylofy', 'the'), {
      minLength: 1,
      maxLength: 3,
    })
    .map((words) => words.join(' '));

  it('gives every text a vector of at most 1.9 KB, the same each time, with similarities in [0, 1]', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, hostile, fc.oneof(phrase, hostile), async (title, body, wanted) => {
        const vector = await article(title, body);
        expect(vector.data.length).toBeLessThanOrEqual(1_900);
        expect(await article(title, body)).toEqual(vector);
        expect(unpack(vector).kind).toBe('hybrid');
        for (const value of [await similarity(wanted, title, body), await exclusion(wanted, title, body)]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('never finds an article less similar whose title gains the whole keyword', async () => {
    const sentence = fc.constantFrom(
      'Farmers sow wheat.',
      '新しい工場が完成した。',
      'Shares fell.',
      'Bands play.',
      '',
    );
    await fc.assert(
      fc.asyncProperty(phrase, sentence, sentence, async (wanted, title, body) => {
        const before = await similarity(wanted, title, body);
        expect(await similarity(wanted, `${title} ${wanted}`, body)).toBeGreaterThanOrEqual(before);
      }),
      { numRuns: runs(200) },
    );
  });

  it('does not depend on the order of sentences', async () => {
    const sentence = fc.constantFrom(
      'Farmers sow wheat.',
      'The election is near.',
      'Solar power grows.',
      '選挙が近い。',
      'Prices fell in June.',
    );
    await fc.assert(
      fc.asyncProperty(
        phrase,
        fc.uniqueArray(sentence, { minLength: 2, maxLength: 5 }),
        async (wanted, all) => {
          const forth = await similarity(wanted, 'Report', all.join('\n'));
          const back = await similarity(wanted, 'Report', all.toReversed().join('\n'));
          expect(Math.abs(forth - back)).toBeLessThan(0.01);
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it.each([
    ['a title', (word: string) => article(word)],
    ['a text', (word: string) => article('Election results', `${word} and the votes that were counted`)],
  ])('reads %s with one word of a million letters', async (_, embedded) => {
    const base64 = Buffer.from(Array.from({ length: 750_000 }, (__, at) => (at * 7919) % 251)).toString(
      'base64',
    );
    for (const word of ['q'.repeat(1e6), base64, '\u9078'.repeat(1e6), '\u0e01'.repeat(1e6)])
      expect((await embedded(word)).data.length).toBeLessThanOrEqual(1_900);
  });

  it('finds words next to pasted data', async () => {
    const pasted = Buffer.from(Array.from({ length: 90_000 }, (_, at) => (at * 7919) % 251)).toString(
      'base64',
    );
    const body = 'The football match was won by the visitors.';
    const plain = await similarity('football', 'A match report', body);
    expect(await similarity('football', 'A match report', `${pasted} ${body}`)).toBeGreaterThan(plain / 2);
  });

  it('gives a text without words a vector that resembles nothing', async () => {
    const [empty, other] = [await article('', '…'), await article('Words', 'that mean something')];
    expect(cosine(empty, other)).toBe(0);
  });
});
