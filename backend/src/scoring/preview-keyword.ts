import type { VectorStore } from '../model/article/article.ts';
import type { Entry, EntryStore } from '../model/article/entry.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { Clock } from '../lib/clock.ts';
import { type PreviewedArticle, onlyPage } from '../contract/index.ts';
import { KeywordExistsError, KeywordLimitError } from './errors.ts';
import { keywordIdOf, KEYWORDS_PER_READER } from './add-keyword.ts';
import type { KeywordStore } from '../model/score/keyword.ts';
import type { MakeKeywordVector } from './keyword-vector.ts';
import { defaultPreferences } from '../contract/index.ts';
import { freshnessAt, importanceOrder } from '../model/ranking/freshness.ts';
import type { ProfileStore } from '../model/reader/profile.ts';
import { scoreArticle, scoreOf } from '../model/score/score.ts';

/** Number of the newest articles that a preview compares. */
const LOOKED_AT = 200;
const SHOWN = 20;

export type PreviewDeps = {
  entries: Pick<EntryStore, 'list' | 'getMany'>;
  vectors: Pick<VectorStore, 'getMany'>;
  keywords: Pick<KeywordStore, 'list'>;
  profiles: Pick<ProfileStore, 'get'>;
  makeVector: MakeKeywordVector;
  now: Clock;
};

type Placed = { entry: Entry; new_score: number | null; is_touched: boolean };

/**
 * Returns the rank of each article: the highest score first, unscored articles last, and the newer of two equal ones
 * first.
 */
const ranksBy = (
  placed: Placed[],
  days: number,
  scoreOfOne: (one: Placed) => number | null,
): Map<string, number> => {
  const orderOf = (one: Placed): number =>
    importanceOrder({ ...one.entry, importance_score: scoreOfOne(one) }, days) ?? -1;
  return new Map(
    placed
      .toSorted(
        (a, b) =>
          orderOf(b) - orderOf(a) ||
          b.entry.published_at.localeCompare(a.entry.published_at) ||
          b.entry.article_id.localeCompare(a.entry.article_id),
      )
      .map(({ entry }, at) => [entry.article_id, at + 1]),
  );
};

/**
 * Creates the endpoint that previews a keyword. It lists articles whose rank changes because they match the keyword;
 * those merely displaced are omitted. It costs one call of the model, or none for a text that was embedded recently. It
 * writes nothing.
 */
export const createPreviewEndpoint = (deps: PreviewDeps): HandlersOf<'previewKeyword'> => ({
  previewKeyword: async ({ reader: { user_id }, body: { text, weight, is_excluding } }) => {
    const keyword_id = keywordIdOf(user_id, text);
    const existing = await deps.keywords.list(user_id);
    if (existing.some((keyword) => keyword.keyword_id === keyword_id))
      throw new KeywordExistsError(keyword_id);
    if (existing.length >= KEYWORDS_PER_READER) throw new KeywordLimitError(KEYWORDS_PER_READER);
    const made = await deps.makeVector({ user_id, keyword_id, text });
    const keyword = { ...made, weight: is_excluding ? -weight : weight };

    const now = deps.now();
    const { freshness_days: days } = (await deps.profiles.get(user_id)) ?? defaultPreferences;
    const { rows } = await deps.entries.list({
      user_id,
      sort: 'published_at',
      filter: 'all',
      feed_ids: null,
      limit: LOOKED_AT,
      after: null,
      now: now.toISOString(),
    });
    const entries = await deps.entries.getMany(
      user_id,
      rows.map(({ article_id }) => article_id),
    );
    const keys = entries.map(({ article_id, feed_ids: [feed_id] }) => ({ article_id, feed_id }));
    const vectors = new Map(
      (await deps.vectors.getMany(keys)).map(({ article_id, vector }) => [article_id, vector]),
    );

    const placed = entries.map((entry): Placed => {
      const vector = vectors.get(entry.article_id);
      if (vector === undefined || vector.model !== made.vector.model)
        return { entry, new_score: entry.importance_score, is_touched: false };
      const { reasons } = scoreArticle(vector, [keyword]);
      const [reason] = reasons;
      return {
        entry,
        new_score: scoreOf([...entry.reasons, ...reasons]),
        is_touched: reason !== undefined && reason.similarity_score > 0,
      };
    });
    const before = ranksBy(placed, days, ({ entry }) => entry.importance_score);
    const after = ranksBy(placed, days, ({ new_score }) => new_score);
    const moved = placed.flatMap(({ entry, new_score, is_touched }): PreviewedArticle[] => {
      const rank_before = before.get(entry.article_id);
      const rank_after = after.get(entry.article_id);
      if (!is_touched || new_score === null || rank_before === undefined || rank_after === undefined)
        return [];
      const { article_id, title } = entry;
      // The scores are told as a list shows them.
      const age = entry.is_saved ? 1 : freshnessAt(now, entry, days);
      const importance_score = entry.importance_score === null ? null : entry.importance_score * age;
      return [{ article_id, title, importance_score, new_score: new_score * age, rank_before, rank_after }];
    });
    const items = moved.toSorted((a, b) => moveOf(b) - moveOf(a) || a.rank_after - b.rank_after);
    return onlyPage(items.slice(0, SHOWN));
  },
});

const moveOf = ({ rank_before, rank_after }: PreviewedArticle): number => Math.abs(rank_before - rank_after);
