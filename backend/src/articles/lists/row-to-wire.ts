import {
  partIds,
  type ArticleRow,
  type Reason,
  type ReasonKind,
  type RowStory,
  type TopReason,
} from '../../contract/index.ts';
import { placeOf, freshnessAt, shownTier } from '../../model/ranking/place.ts';
import { contributionsOf, isName, TOP_REASONS, topReasons, unlearnedScore } from '../../model/score/score.ts';
import { isSavedByReader, type Entry, type EntryRow } from '../../model/article/entry.ts';
import { underFollowed, type ReaderNames } from './reader-names.ts';

// A deleted keyword remains a reason until the recalculation reaches the entry.
const FORGOTTEN = '—';

/** The parts of a score that are no keyword, by their id, in the order in which reasons list them after the keywords. */
const parts = new Map<string, { kind: ReasonKind; text: string }>([
  [partIds.weak, { kind: 'weak', text: '' }],
  [partIds.liked, { kind: 'learned', text: 'Like what you liked' }],
  [partIds.source, { kind: 'source', text: 'How often the feed publishes' }],
  [partIds.rule, { kind: 'rule', text: 'Your rules' }],
  [partIds.freshness, { kind: 'freshness', text: 'Age' }],
]);

/** Returns a reason with its text. `weakText` is the keyword that adds most of the weak part; undefined if it is not known. */
const named = (
  keywordId: string,
  { keywords }: ReaderNames,
  weakText?: string,
): Pick<TopReason, 'keyword_id' | 'keyword_text' | 'kind'> => {
  const { kind, text } = parts.get(keywordId) ?? {
    kind: 'keyword',
    text: keywords.get(keywordId)?.text ?? FORGOTTEN,
  };
  return { keyword_id: keywordId, keyword_text: kind === 'weak' ? (weakText ?? '') : text, kind };
};

/**
 * Returns the factor by which age lowers the shown score of an entry. A saved article does not age: its reader kept it
 * for later.
 */
const ageFactor = (
  entry: Pick<Entry, 'is_saved' | 'published_at' | 'created_at'>,
  { now, freshness_days }: Pick<ReaderNames, 'now' | 'freshness_days'>,
): number => (entry.is_saved ? 1 : freshnessAt(now, entry, freshness_days));

/** Returns the score of an entry as it is shown, with its place and tier; nulls if it is unscored. */
export const shownScore = (
  entry: Pick<
    EntryRow,
    'importance_score' | 'unlearned_score' | 'is_saved' | 'published_at' | 'created_at' | 'top_reasons'
  >,
  names: Pick<ReaderNames, 'now' | 'freshness_days' | 'typical_weight'>,
): Pick<ArticleRow, 'importance_score' | 'importance_rank' | 'tier'> => {
  if (entry.importance_score === null) return { importance_score: null, importance_rank: null, tier: null };
  const age = ageFactor(entry, names);
  const importance_score = entry.importance_score * age;
  const placeAt = (score: number): number => placeOf(score * age, names.typical_weight);
  const importance_rank = placeAt(entry.importance_score);
  const unlearned = placeAt(entry.unlearned_score ?? entry.importance_score);
  return {
    importance_score,
    importance_rank,
    tier: shownTier(importance_rank, unlearned, entry.top_reasons),
  };
};

/** Returns the text of a keyword that counts. A name stays after its keyword does not count any more, until the entry is written again. */
const countingText = (keywordId: string, { keywords }: ReaderNames): string | undefined => {
  const keyword = keywords.get(keywordId);
  return keyword?.is_active === true ? keyword.text : undefined;
};

/** The share of a full match from which on a row tells what it is weakly related to. Below, a similarity is hardly above that of any article. */
const LEAST_TOLD = 0.1;

/** Returns the largest reasons with their texts. What adds nothing itself names the weak part. */
const toTopReasons = (top: EntryRow['top_reasons'], names: ReaderNames): TopReason[] => {
  const strongest = top.find(({ contribution }) => contribution === 0);
  const weakText = strongest && countingText(strongest.keyword_id, names);
  return top
    .filter(
      ({ keyword_id, contribution }) =>
        contribution !== 0 &&
        (keyword_id !== partIds.weak || Math.abs(contribution) >= LEAST_TOLD * names.typical_weight),
    )
    .map(({ keyword_id, contribution }) => ({ ...named(keyword_id, names, weakText), contribution }));
};

/** Converts an entry to a row of a list. */
export const toRow = (row: Omit<EntryRow, 'order'>, names: ReaderNames): ArticleRow => ({
  article_id: row.article_id,
  feed_id: row.feed_ids[0],
  feed_title: names.feeds.get(row.feed_ids[0]) ?? names.former.get(row.feed_ids[0]) ?? '',
  is_former_feed: !names.feeds.has(row.feed_ids[0]),
  link: row.link,
  title: row.title,
  excerpt: row.excerpt,
  published_at: row.published_at,
  is_date_estimated: row.is_date_estimated,
  created_at: row.created_at,
  expires_at: row.expires_at,
  is_read: row.is_read,
  read_at: row.read_at,
  is_saved: isSavedByReader(row),
  saved_at: row.saved_at,
  own_tags: [...row.own_tags],
  ...shownScore(row, names),
  top_reasons: toTopReasons(row.top_reasons, names),
  bookmark_count: names.bookmarks.get(row.article_id) ?? null,
  ...row.extra,
  image_key: row.extra.image_url === null ? null : names.signImage(row.extra.image_url),
  story: null,
});

export const entryToRow = (entry: Entry, names: ReaderNames): ArticleRow =>
  toRow(
    {
      ...entry,
      top_reasons: topReasons(entry.reasons, TOP_REASONS),
      unlearned_score: unlearnedScore(entry.reasons),
    },
    names,
  );

/**
 * Returns every reason for the shown score of an entry: the largest contribution first, and the factors after what they
 * multiply, the age last. Keywords that add nothing by themselves are not stored; they are derived from the active keywords.
 */
export const toReasons = (entry: Entry, names: ReaderNames, alike: Reason['alike'] = null): Reason[] => {
  const { reasons } = entry;
  const contributions = contributionsOf(reasons);
  const weakTexts = reasons.filter(isName).flatMap(({ keyword_id }) => countingText(keyword_id, names) ?? []);
  const told = reasons.flatMap((reason, at): Reason[] =>
    isName(reason)
      ? []
      : [
          {
            ...reason,
            ...named(reason.keyword_id, names, weakTexts[0]),
            contribution: contributions[at] ?? 0,
            passage: null,
            alike: reason.keyword_id === partIds.liked ? alike : null,
            keyword_texts: reason.keyword_id === partIds.weak ? weakTexts : null,
          },
        ],
  );
  const known = new Set(told.map(({ keyword_id }) => keyword_id));
  const silent = [...names.keywords.values()]
    .filter(({ keyword_id, is_active, is_pending }) => is_active && !is_pending && !known.has(keyword_id))
    .map(({ keyword_id, text, weight, is_excluding }): Reason => ({
      keyword_id,
      keyword_text: text,
      kind: 'keyword',
      weight: is_excluding ? -weight : weight,
      similarity_score: 0,
      contribution: 0,
      passage: null,
      alike: null,
      keyword_texts: null,
    }));
  return [...told, ...silent, ...ageReason(entry, names)].toSorted(
    (a, b) => stepOf(a) - stepOf(b) || b.contribution - a.contribution,
  );
};

const ageReason = (entry: Entry, names: ReaderNames): Reason[] => {
  const factor = ageFactor(entry, names);
  const score = entry.importance_score ?? 0;
  if (factor === 1 || score === 0) return [];
  const contribution = (factor - 1) * score;
  return [
    {
      ...named(partIds.freshness, names),
      weight: factor,
      similarity_score: 1,
      contribution,
      passage: null,
      alike: null,
      keyword_texts: null,
    },
  ];
};

const factorKinds: readonly ReasonKind[] = ['source', 'rule', 'freshness'];

/** Returns the place of a factor among the factors, from 0; -1 for what they multiply. */
const stepOf = ({ kind }: Reason): number => factorKinds.indexOf(kind);

/** The most articles of a story that a row names. */
const NAMED = 5;

type Listed = Pick<EntryRow, 'article_id' | 'feed_ids' | 'title' | 'link'>;

/** Returns what a row says of its story; null if it is the story's only article. A source is a feed. */
export const rowStoryOf = (
  story_id: string,
  { row, others, names }: { row: Pick<EntryRow, 'feed_ids'>; others: Listed[]; names: ReaderNames },
): RowStory | null => {
  if (others.length === 0) return null;
  const feedOf = (each: Pick<EntryRow, 'feed_ids'>): string => feedIn(each, names);
  const sources = new Set(others.map(feedOf));
  sources.delete(feedOf(row));
  return {
    story_id,
    size: others.length + 1,
    other_sources: sources.size,
    others: others.slice(0, NAMED).map((other) => storyArticleOf(other, names)),
  };
};

const feedIn = (entry: Pick<EntryRow, 'feed_ids'>, names: ReaderNames): string =>
  underFollowed(entry, names).feed_ids[0];

/** Returns what is said of an article of a story, under a feed that the reader follows. */
export const storyArticleOf = (
  { feed_ids, article_id, title, link }: Listed,
  names: ReaderNames,
): RowStory['others'][number] => {
  const feed_id = feedIn({ feed_ids }, names);
  const feed_title = names.feeds.get(feed_id) ?? names.former.get(feed_id) ?? '';
  return { article_id, feed_id, feed_title, title, link };
};
