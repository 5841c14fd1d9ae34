import type { KeywordAdvice, KeywordSuggestion } from '../../contract/index.ts';
import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import type { Clock } from '../../lib/clock.ts';
import type { EntryStore } from '../../model/article/entry.ts';
import type { SubscriptionStore } from '../../model/feed/subscription.ts';
import type { LearningStore } from '../../model/learning/learning-store.ts';
import type { KeywordStore } from '../../model/score/keyword.ts';
import type { WordsOf } from '../../scoring/lexical/words.ts';
import { isSubject } from './no-interests.ts';
import { commonPhrases, keyOf, type Phrase } from './phrases.ts';
import { sameKeywords } from './same-keywords.ts';

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

export type AdviseDeps = {
  entries: Pick<EntryStore, 'list' | 'scan'>;
  keywords: Pick<KeywordStore, 'list' | 'listVectors'>;
  subscriptions: Pick<SubscriptionStore, 'list'>;
  learning: Pick<LearningStore, 'listSignals'>;
  /** Returns the words of a text; the tables of words are read when it is first called. */
  wordsOf: WordsOf;
  now: Clock;
};

/** Creates the endpoint that suggests keywords from what the reader reads, and tells which are the same or too broad. */
export const createAdviseEndpoint = (deps: AdviseDeps): HandlersOf<'suggestKeywords'> => ({
  suggestKeywords: async ({ reader: { user_id } }) => {
    const [keywords, vectors, sample, texts] = await Promise.all([
      deps.keywords.list(user_id),
      deps.keywords.listVectors(user_id),
      deps.entries.scan(user_id, null, SAMPLE),
      textsOf(deps, user_id),
    ]);
    const known = new Set(keywords.map(({ text }) => keyOf(text, deps.wordsOf)));
    const items: KeywordSuggestion[] = [];
    for (const suggestion of suggestions(texts, deps.wordsOf)) {
      const key = keyOf(suggestion.text, deps.wordsOf);
      if (known.has(key)) continue;
      known.add(key);
      items.push(suggestion);
    }
    return {
      items: items.slice(0, SHOWN),
      same: sameKeywords(keywords, vectors, deps.wordsOf),
      broad: broadIn(
        keywords.filter(({ is_active }) => is_active).map(({ keyword_id }) => keyword_id),
        sample,
      ),
    };
  },
});

type Texts = { liked: string[]; folders: string[]; listed: string[] };

const textsOf = async (deps: AdviseDeps, user_id: string): Promise<Texts> => {
  const place = { sort: 'published_at', feed_ids: null, after: null, now: deps.now().toISOString() } as const;
  const [saved, listed, signals, subscriptions] = await Promise.all([
    deps.entries.list({ user_id, filter: 'saved', limit: LIKED, ...place }),
    deps.entries.list({ user_id, filter: 'all', limit: LISTED, ...place }),
    deps.learning.listSignals(user_id, LIKED),
    deps.subscriptions.list(user_id),
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
function* suggestions({ liked, folders, listed }: Texts, wordsOf: WordsOf): Generator<KeywordSuggestion> {
  for (const phrase of commonPhrases(liked, wordsOf, LEAST.liked)) yield toSuggestion(phrase, 'liked', liked);
  for (const phrase of folders.flatMap((folder) => wholeNames(folder, wordsOf)))
    yield { text: phrase, source: 'folder', count: 1, titles: [phrase] };
  for (const phrase of commonPhrases(listed, wordsOf, LEAST.listed))
    yield toSuggestion(phrase, 'listed', listed);
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
const wholeNames = (folder: string, wordsOf: WordsOf): string[] =>
  folder.length <= 60 && isSubject(folder, wordsOf) ? [folder] : [];

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
