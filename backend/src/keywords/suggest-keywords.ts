import type { KeywordAdvice, KeywordSuggestion } from '../contract/index.ts';
import type { EndpointHandler } from '../contract/endpoints/handlers.ts';
import type { Context } from '../model/context.ts';
import type { Keyword, KeywordVector } from '../model/score/keyword.ts';
import { isSubject, commonPhrases, keyOf, type Phrase } from './phrases.ts';
import { denseCosine } from '../model/score/vector.ts';

/** Number of saved or liked titles, and of titles of the list, that are looked at. */
const LIKED = 100;
const LISTED = 100;
/** Number of entries, in the order of their ids, which are hashes, from which it is told how broad a keyword is. */
const SAMPLE = 200;
const LEAST_SAMPLE = 40;
/** The similarity from which an article matches a keyword, and the share of articles from which that is too many. */
const MATCHES = 0.2;
const TOO_BROAD = 0.25;
const LEAST = { liked: 2, listed: 3 };
const SHOWN = 12;
const EXAMPLES = 2;

/** The context for suggesting keywords. */
export type SuggestContext = Pick<Context, 'entries' | 'keywords' | 'subscriptions' | 'learning' | 'now'>;

/** Suggests keywords from what the reader reads, and tells which are the same or too broad. */
export const suggestKeywords = async (
  ctx: SuggestContext,
  user_id: string,
): ReturnType<EndpointHandler<'suggestKeywords'>> => {
  const [{ keywords, vectors }, sample, texts] = await Promise.all([
    ctx.keywords.listWithVectors(user_id),
    ctx.entries.scan(user_id, null, SAMPLE),
    textsOf(ctx, user_id),
  ]);
  const known = new Set(keywords.map(({ text }) => keyOf(text)));
  const items: KeywordSuggestion[] = [];
  for (const suggestion of suggestions(texts)) {
    const key = keyOf(suggestion.text);
    if (known.has(key)) continue;
    known.add(key);
    items.push(suggestion);
  }
  return {
    items: items.slice(0, SHOWN),
    same: sameKeywords(keywords, vectors),
    broad: broadIn(
      keywords.filter(({ is_active }) => is_active).map(({ keyword_id }) => keyword_id),
      sample,
    ),
  };
};

type Texts = { liked: string[]; folders: string[]; listed: string[] };

const textsOf = async (ctx: SuggestContext, user_id: string): Promise<Texts> => {
  const place = { sort: 'published_at', feed_ids: null, after: null, now: ctx.now().toISOString() } as const;
  const [saved, listed, signals, subscriptions] = await Promise.all([
    ctx.entries.list({ user_id, filter: 'saved', limit: LIKED, ...place }),
    ctx.entries.list({ user_id, filter: 'all', limit: LISTED, ...place }),
    ctx.learning.listSignals(user_id, LIKED),
    ctx.subscriptions.list(user_id),
  ]);
  const liked = new Map(saved.rows.map(({ article_id, title }) => [article_id, title]));
  for (const { article_id, title, opinion } of signals)
    if (opinion === 'down') liked.delete(article_id);
    else liked.set(article_id, title);
  return {
    liked: [...liked.values()],
    folders: [...new Set(subscriptions.flatMap(({ folder }) => (folder === null ? [] : [folder])))],
    listed: listed.rows.map(({ title }) => title),
  };
};

/** Yields suggestions: from liked titles, then from the names of folders, then from the titles of the list. */
function* suggestions({ liked, folders, listed }: Texts): Generator<KeywordSuggestion> {
  for (const phrase of commonPhrases(liked, LEAST.liked)) yield toSuggestion(phrase, 'liked', liked);
  for (const phrase of folders.flatMap((folder) => wholeNames(folder)))
    yield { text: phrase, source: 'folder', count: 1, titles: [phrase] };
  for (const phrase of commonPhrases(listed, LEAST.listed)) yield toSuggestion(phrase, 'listed', listed);
}

const toSuggestion = (
  { text, texts }: Phrase,
  source: KeywordSuggestion['source'],
  titles: readonly string[],
): KeywordSuggestion => ({
  text,
  source,
  count: texts.length,
  titles: texts.slice(0, EXAMPLES).map((at) => titles[at] ?? ''),
});

/** Returns the name of a folder if it is a subject and no longer than a keyword. */
const wholeNames = (folder: string): string[] => (folder.length <= 60 && isSubject(folder) ? [folder] : []);

const broadIn = (
  keywordIds: readonly string[],
  sample: readonly {
    importance_score: number | null;
    reasons: readonly { keyword_id: string; similarity_score: number }[];
  }[],
): KeywordAdvice['broad'] => {
  const scored = sample.filter(({ importance_score }) => importance_score !== null);
  if (scored.length < LEAST_SAMPLE) return [];
  return keywordIds.flatMap((keyword_id) => {
    const matching = scored.filter(({ reasons }) =>
      reasons.some((reason) => reason.keyword_id === keyword_id && reason.similarity_score >= MATCHES),
    );
    const share = matching.length / scored.length;
    return share >= TOO_BROAD ? [{ keyword_id, share }] : [];
  });
};

/** The cosine from which two keywords mean the same. Days of the week lie at 0.97, cars and vehicles at 0.8. */
const SAME_MEANING = 0.95;

/**
 * Returns pairs of keywords that are variants of one word, or mean the same. Of each pair, the one with the larger weight
 * is kept; of two alike the older one.
 */
const sameKeywords = (
  keywords: readonly Keyword[],
  vectors: readonly KeywordVector[],
): KeywordAdvice['same'] => {
  const vectorOf = new Map(vectors.map(({ keyword_id, vector }) => [keyword_id, vector]));
  const kinds = keywords.map((keyword) => ({ keyword, key: keyOf(keyword.text) }));
  const gone = new Set<string>();
  const pairs: KeywordAdvice['same'] = [];
  for (const [at, one] of kinds.entries())
    for (const other of kinds.slice(at + 1)) {
      if (one.keyword.is_excluding !== other.keyword.is_excluding) continue;
      const [a, b] = [vectorOf.get(one.keyword.keyword_id), vectorOf.get(other.keyword.keyword_id)];
      const isVariant = one.key !== '' && one.key === other.key;
      const cosine = a === undefined || b === undefined ? null : denseCosine(a, b);
      if (!isVariant && (cosine === null || cosine < SAME_MEANING)) continue;
      const [drop, keep] =
        one.keyword.weight < other.keyword.weight
          ? [one.keyword, other.keyword]
          : [other.keyword, one.keyword];
      if (gone.has(drop.keyword_id) || gone.has(keep.keyword_id)) continue;
      gone.add(drop.keyword_id);
      pairs.push({ keep_id: keep.keyword_id, drop_id: drop.keyword_id, is_variant: isVariant });
    }
  return pairs;
};
