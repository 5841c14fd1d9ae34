import { existsSync } from 'node:fs';
import path from 'node:path';
import { shownScore } from '../src/articles/lists/row-to-wire.ts';
import { scoreArticle, type ScoringKeyword, topReasons } from '../src/model/score/score.ts';
import { typicalWeight } from '../src/model/ranking/place.ts';
import type { StoredVector } from '../src/model/score/vector.ts';
import { isWorthWriting } from '../src/scoring/worth-writing.ts';
import { sampleEntry } from '../test/harness/samples/storage-samples.ts';
import type { Tier } from '../src/contract/index.ts';
import { articlesOfFeeds } from './relevance/feeds.ts';
import { articleRequest, comparablesOf, embedAll } from './relevance/rankings.ts';
import { type Labelled, loadSets } from './relevance/sets.ts';

/*
 * Measures which share of a reader's articles each tier has, week by week: `npm run bench:tiers`. The articles are those of
 * ../shared/feeds/real, copies counted once. Their dates are years apart, so a week is the same part of each feed, in its
 * order: the first eighth, the second, and so on. All keywords have the weight 1, and articles do not age. Then, which share of the
 * entries a recalculation writes for a new keyword, its double weight and its deletion, of the feeds and of two sets of one field.
 */

const FOLDER = path.join(import.meta.dirname, '../../../shared/feeds/real');
const WEEKS = 8;
const READERS = [
  'photography|election|linux',
  'javascript|security|space|health|travel|music',
  'apple|astronomy|privacy|real madrid|startups|wordpress|nasa|election|jazz|books|半導体|経済',
  'apple|space exploration|climate change|photography|machine learning|typescript|football|video games|cooking|ukraine|' +
    '人工知能|サッカー|映画|旅行',
].map((texts) => texts.split('|'));

/** Returns the articles of each week. */
const weeksOf = (articles: Labelled[]): Labelled[][] => {
  const weeks = Array.from({ length: WEEKS }, (): Labelled[] => []);
  const unique = new Map(articles.map((article) => [`${article.title}\n${article.text}`, article]));
  for (const feed of Map.groupBy(unique.values(), (article) => article.class).values())
    feed.forEach((article, at) => weeks[Math.floor((at * WEEKS) / feed.length)]?.push(article));
  return weeks;
};

const names = { now: new Date(0), freshness_days: 0, typical_weight: 1 };
const dates = { published_at: names.now.toISOString(), created_at: names.now.toISOString() };

const shareOf = (tiers: (Tier | null)[], tier: Tier): string =>
  ((100 * tiers.filter((one) => one === tier).length) / tiers.length).toFixed(1);

if (!existsSync(FOLDER)) throw new Error(`There is no folder ${FOLDER}, whose feeds this measures.`);
const weeks = await Promise.all(
  weeksOf(await articlesOfFeeds(FOLDER)).map((articles) =>
    embedAll(articles.map(({ title, text }) => articleRequest(title, text))),
  ),
);
console.log(`${weeks.flat().length} articles, ${weeks.map((week) => week.length).join(', ')} a week`);
const keywordsOf = async (texts: string[]): Promise<ScoringKeyword[]> =>
  (await comparablesOf(texts)).map((comparable, at) => ({
    ...comparable,
    keyword_id: at.toString(16).padStart(12, 'a'),
    weight: 1,
  }));
for (const texts of READERS) {
  const keywords = await keywordsOf(texts);
  const tiers = weeks.map((week) =>
    week.map((vector) => {
      const { importance_score, reasons } = scoreArticle(vector, keywords);
      const score = { importance_score, unlearned_score: null, top_reasons: topReasons(reasons, 3) };
      return shownScore({ ...score, is_saved: false, ...dates }, names).tier;
    }),
  );
  const line = (tier: Tier): string =>
    `${tier} ${shareOf(tiers.flat(), tier)} % (${tiers.map((week) => shareOf(week, tier)).join(', ')})`;
  console.log(`${texts.length} keywords: ${line('must_read')}; ${line('worth_a_look')}`);
}

/** Keywords that a reader adds, written without looking at what is in the feeds, and what a reader of question titles may add. */
const ADDED =
  `electric cars|rust|python|javascript frameworks|open source|linux kernel|privacy|astronomy|baseball|chess|cycling|election|immigration|
  stock market|interest rates|startups|jazz|movies|nintendo|coffee|gardening|travel|aviation|trains|history|poetry|education|mental health|
  vaccines|nutrition|fashion|dogs|birds|wildfires|china|europe|google|microsoft|amazon|new|health|music|news|半導体|選挙|京都|野球|料理|経済|
  地震|ゲーム|音楽|健康|教育`
    .split('|')
    .map((text) => text.trim());
const ADDED_TO_QUESTIONS =
  'hibernate|excel|linq|wordpress|scala|bash|oracle|qt|svn|haskell|database|web|code|c#|java|python|javascript|programming'.split(
    '|',
  );

/** Returns the share of entries that a recalculation writes after a change of keywords, in %, of all whose reasons change by it. */
const writtenOf = (vectors: StoredVector[], was: ScoringKeyword[], is: ScoringKeyword[], isRead: boolean) => {
  const active = new Set(is.map(({ keyword_id }) => keyword_id));
  const typical = typicalWeight(is.map(({ weight }) => ({ weight, is_active: true, is_excluding: false })));
  let [changed, written] = [0, 0];
  for (const vector of vectors) {
    const [before, after] = [scoreArticle(vector, was), scoreArticle(vector, is)];
    if (JSON.stringify(before.reasons) === JSON.stringify(after.reasons)) continue;
    changed += 1;
    const entry = sampleEntry({ ...before, is_read: isRead });
    const scored = { ...after, freshness_days: 0, keywords_version: 2 };
    if (isWorthWriting(entry, scored, typical, active)) written += 1;
  }
  return { changed: (100 * changed) / vectors.length, written: (100 * written) / vectors.length };
};

const sets = loadSets(path.join(import.meta.dirname, '../../../shared/relevance'));
const ofSet = async (name: string): Promise<StoredVector[]> => {
  const articles = sets.find((set) => set.name === name)?.articles ?? [];
  return embedAll(articles.map(({ title, text }) => articleRequest(title, text)));
};
const sources = [
  { name: 'feeds', vectors: weeks.flat(), added: ADDED },
  { name: 'news', vectors: await ofSet('news'), added: ADDED },
  { name: 'question titles', vectors: await ofSet('stackoverflow'), added: ADDED_TO_QUESTIONS },
];
const quantiles = (values: number[]): string => {
  const sorted = values.toSorted((a, b) => a - b);
  return [0.5, 0.95, 1]
    .map((share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]?.toFixed(1))
    .join(', ');
};
for (const { name, vectors, added } of sources)
  for (const texts of [READERS[0] ?? [], READERS[3] ?? []]) {
    const all = await keywordsOf([...texts, ...added]);
    const had = all.slice(0, texts.length);
    const cases = all.slice(texts.length).map((one) => {
      const [now, heavier] = [
        [...had, one],
        [...had, { ...one, weight: 2 }],
      ];
      return {
        added: writtenOf(vectors, had, now, false),
        'added, entries read': writtenOf(vectors, had, now, true),
        'of double weight': writtenOf(vectors, now, heavier, false),
        deleted: writtenOf(vectors, now, had, false),
      };
    });
    const line = (change: keyof (typeof cases)[number]): string =>
      `${change} ${quantiles(cases.map((one) => one[change].written))}`;
    console.log(
      `${name}, ${texts.length} keywords and one of ${added.length} more; % of entries, half, 95 in 100, most: ` +
        `changed ${quantiles(cases.map((one) => one.added.changed))}; written when ${line('added')}; ` +
        `${line('added, entries read')}; ${line('of double weight')}; ${line('deleted')}`,
    );
  }
