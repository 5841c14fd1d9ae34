import { existsSync } from 'node:fs';
import { compare } from '../../src/model/score/similarity.ts';
import { findPassages } from '../../src/scoring/passages/find-passages.ts';
import { articlesOfFeeds } from './feeds.ts';
import { articleRequest, comparablesOf, embedAll } from './rankings.ts';
import { createRandom } from '../../test/harness/statistics/random.ts';
import { keywordsOf, type Labelled, type RelevanceSet } from './sets.ts';

/** A reason with the passage that a reader is shown for it, the marked words in brackets. */
export type ShownReason = {
  source: string;
  keyword: string;
  title: string;
  similarity: number;
  passage: string;
};

/** Keywords of readers of the feeds, written without looking at what is in them. */
const INTERESTS =
  `climate change|electric cars|typescript|rust|python|javascript frameworks|machine learning|AI|open source|linux kernel|
  web standards|css|security vulnerability|privacy|space exploration|astronomy|football|baseball|real madrid|running shoes|cycling|chess|
  election|immigration|stock market|interest rates|startups|venture capital|photography|jazz|movies|television series|video games|nintendo|
  cooking|coffee|gardening|travel|aviation|trains|architecture|archaeology|history|poetry|science fiction|education|universities|
  mental health|vaccines|cancer research|nutrition|fashion|dogs|birds|whales|wildfires|earthquake|hurricane|ukraine|china|europe|
  apple|google|microsoft|amazon|C#|.NET|C++|Go|R|5G|IT|US|WHO|半導体|人工知能|選挙|京都|東京|サッカー|野球|映画|料理|旅行|経済|地震|
  アップル|ゲーム|アニメ|音楽|健康|教育|気候変動|プログラミング|セキュリティ`
    .split('|')
    .map((text) => text.trim());

const ARTICLES_A_SOURCE = 600;

/**
 * Returns `count` random pairs of a keyword and an article for which it is listed as a reason, the same number from each source. With
 * keywords of one's own, these are asked of the feeds only.
 */
export const randomReasons = async (
  sets: RelevanceSet[],
  feeds: string,
  count: number,
  seed: number,
  own: string[],
): Promise<ShownReason[]> => {
  const random = createRandom(seed);
  const sources: [string, Labelled[]][] = sets
    .filter(({ name }) => own.length === 0 && name !== 'livedoor-en')
    .map(({ name, articles }) => [name, articles]);
  if (existsSync(feeds)) sources.push(['feeds', await articlesOfFeeds(feeds)]);
  const texts = own.length > 0 ? own : [...new Set([...sets.flatMap(keywordsOf), ...INTERESTS])];
  const keywords = await comparablesOf(texts);
  const reasons: ShownReason[] = [];
  for (const [source, articles] of sources) {
    const some = random.sample(articles, own.length > 0 ? Infinity : ARTICLES_A_SOURCE);
    const vectors = await embedAll(some.map(({ title, text }) => articleRequest(title, text)));
    const all = vectors.flatMap((vector, row) => {
      const { wanted } = compare(vector);
      return keywords.map((keyword, at) => ({
        source,
        keyword: texts[at] ?? '',
        article: some[row],
        ...wanted(keyword),
      }));
    });
    const listed = all.filter(({ similarity, is_sure }) => is_sure && similarity > 0);
    const drawn = random.sample(listed, Math.ceil(count / sources.length));
    for (const { article, is_sure: _, ...reason } of drawn)
      if (article !== undefined)
        reasons.push({ ...reason, title: article.title, passage: passageOf(article, reason.keyword) });
  }
  return reasons.slice(0, count);
};

const passageOf = (article: Labelled, keyword: string): string => {
  const [passage] = findPassages(article, [keyword]);
  if (passage === null || passage === undefined) return 'no passage';
  const { field, text, marks } = passage;
  const marked = marks.reduceRight(
    (shown, [start, end]) => `${shown.slice(0, start)}[${shown.slice(start, end)}]${shown.slice(end)}`,
    text,
  );
  return `${field}: ${marked}`;
};
