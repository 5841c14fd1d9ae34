import {
  partIds,
  type ArticleRow,
  type Reason,
  type ReasonKind,
  type TopReason,
} from '../../contract/index.ts';
import { rankOf } from '../../model/score/rank.ts';
import { contributionsOf, topReasons, type StoredReason } from '../../model/score/score.ts';
import type { Entry, EntryRow } from '../../model/article/entry.ts';
import type { ReaderNames } from './reader-names.ts';

// A deleted keyword remains a reason until the recalculation reaches the entry.
const FORGOTTEN = '—';

/** The parts of a score that are no keyword, by their id, in the order in which reasons list them after the keywords. */
const parts = new Map<string, { kind: ReasonKind; text: string }>([
  [partIds.liked, { kind: 'learned', text: 'Like what you saved' }],
  [partIds.source, { kind: 'source', text: 'How often the feed publishes' }],
  [partIds.rule, { kind: 'rule', text: 'Your rules' }],
  [partIds.freshness, { kind: 'freshness', text: 'Age' }],
]);

const named = (
  keywordId: string,
  { keywords }: ReaderNames,
): Pick<TopReason, 'keyword_id' | 'keyword_text' | 'kind'> => {
  const part = parts.get(keywordId);
  return {
    keyword_id: keywordId,
    keyword_text: part?.text ?? keywords.get(keywordId)?.text ?? FORGOTTEN,
    kind: part?.kind ?? 'keyword',
  };
};

const TOP_REASONS = 3;

/** Converts an entry to a row of a list. */
export const toRow = (row: EntryRow, names: ReaderNames): ArticleRow => ({
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
  is_saved: row.is_saved,
  importance_score: row.importance_score,
  importance_rank:
    row.importance_score === null || names.scores === null
      ? null
      : rankOf(names.scores, row.importance_score),
  top_reasons: row.top_reasons.map(({ keyword_id, contribution }): TopReason => ({
    ...named(keyword_id, names),
    contribution,
  })),
  bookmark_count: names.bookmarks.get(row.article_id) ?? null,
  ...row.extra,
});

export const entryToRow = (entry: Entry, names: ReaderNames): ArticleRow =>
  toRow({ ...entry, top_reasons: topReasons(entry.reasons, TOP_REASONS) }, names);

/**
 * Returns every reason of an entry: the largest contribution first, and the factors after what they multiply. Reasons
 * that add nothing are not stored; they are derived from the active keywords.
 */
export const toReasons = (reasons: StoredReason[], names: ReaderNames): Reason[] => {
  const contributions = contributionsOf(reasons);
  const told = reasons.map((reason, at): Reason => ({
    ...reason,
    ...named(reason.keyword_id, names),
    contribution: contributions[at] ?? 0,
    passage: null,
  }));
  const known = new Set(reasons.map(({ keyword_id }) => keyword_id));
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
    }));
  return [...told, ...silent].toSorted((a, b) => stepOf(a) - stepOf(b) || b.contribution - a.contribution);
};

const factorKinds: readonly ReasonKind[] = ['source', 'rule', 'freshness'];

/** Returns the place of a factor among the factors, from 0; -1 for what they multiply. */
const stepOf = ({ kind }: Reason): number => factorKinds.indexOf(kind);
