import { z } from 'zod';
import { articleId } from '../schemas/common.ts';
import { type PreviewedArticle, previewedArticle } from '../schemas/keywords.ts';

/** An article's score in parts, from which its score with any weight of one keyword can be told. */
const previewPart = z.object({
  article_id: articleId,
  title: z.string(),
  /** The score as it is now, without age; null if there is none. */
  importance_score: z.number().nullable(),
  /** The sum of what everything else contributes before the factors; may be negative. */
  others: z.number(),
  /** The product of the factors of the source and of the rules. */
  factor: z.number(),
  /** The factor of age, by which a list by importance is sorted. */
  freshness: z.number(),
  /** A saved article shows its score without age. */
  is_saved: z.boolean(),
  /** How like the keyword it is, from 0 to 1; null if the model gave no vector. */
  similarity_score: z.number().nullable(),
});

/** The moves with the weight that was asked for, at most 20, and the parts of all articles, the newest first. */
export const keywordMoves = z.object({ items: z.array(previewedArticle), parts: z.array(previewPart) });

export type PreviewPart = z.infer<typeof previewPart>;

/**
 * Returns the score of an article with another weight of the keyword, without age: negative for an excluding keyword, 0
 * for none. It is the score as it is if the article cannot be compared with the keyword.
 */
const scoreWith = ({ importance_score, others, factor, similarity_score }: PreviewPart, weight: number) =>
  similarity_score === null ? importance_score : Math.max(0, others + weight * similarity_score) * factor;

/** Returns the rank of each article, 1 for the highest score. Articles without a score are last, equal ones as given. */
const ranksBy = (
  parts: readonly PreviewPart[],
  scoreOf: (part: PreviewPart) => number | null,
): Map<string, number> => {
  const order = parts.map((part) => {
    const score = scoreOf(part);
    return { id: part.article_id, by: score === null ? -1 : score * part.freshness };
  });
  return new Map(order.toSorted((a, b) => b.by - a.by).map(({ id }, at) => [id, at + 1]));
};

const moveOf = ({ rank_before, rank_after }: PreviewedArticle): number => Math.abs(rank_before - rank_after);

/**
 * Returns the articles that speak of a keyword, with their places and scores now and with the given weight: the largest
 * moves first. The weight is negative for an excluding keyword, and 0 for one that is switched off. Articles that are only
 * displaced by others are left out.
 */
export const movedBy = (parts: readonly PreviewPart[], weight: number): PreviewedArticle[] => {
  const before = ranksBy(parts, ({ importance_score }) => importance_score);
  const after = ranksBy(parts, (part) => scoreWith(part, weight));
  return parts
    .flatMap((part): PreviewedArticle[] => {
      const { article_id, title, importance_score } = part;
      const new_score = scoreWith(part, weight);
      const rank_before = before.get(article_id);
      const rank_after = after.get(article_id);
      if (part.similarity_score === null || part.similarity_score === 0 || new_score === null) return [];
      if (rank_before === undefined || rank_after === undefined) return [];
      // The scores are told as a list shows them.
      const age = part.is_saved ? 1 : part.freshness;
      return [
        {
          article_id,
          title,
          importance_score: importance_score === null ? null : importance_score * age,
          new_score: new_score * age,
          rank_before,
          rank_after,
        },
      ];
    })
    .toSorted((a, b) => moveOf(b) - moveOf(a) || a.rank_after - b.rank_after);
};
