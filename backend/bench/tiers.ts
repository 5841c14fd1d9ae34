import { existsSync } from 'node:fs';
import path from 'node:path';
import { shownScore } from '../src/articles/lists/row-to-wire.ts';
import { scoreArticle, topReasons } from '../src/model/score/score.ts';
import type { Tier } from '../src/contract/index.ts';
import { articlesOfFeeds } from './relevance/feeds.ts';
import { articleRequest, comparablesOf, embedAll } from './relevance/rankings.ts';
import type { Labelled } from './relevance/sets.ts';

/*
 * Measures which share of a reader's articles each tier has, week by week: `npm run bench:tiers`. The articles are those of
 * ../shared/feeds/real, copies counted once. Their dates are years apart, so a week is the same part of each feed, in its
 * order: the first eighth, the second, and so on. All keywords have the weight 1, and articles do not age.
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
for (const texts of READERS) {
  const keywords = (await comparablesOf(texts)).map((comparable, at) => ({
    ...comparable,
    keyword_id: at.toString(16).padStart(12, 'a'),
    weight: 1,
  }));
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
