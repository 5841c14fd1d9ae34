import type { ArticleRow } from '@omomi/backend/contract';
import type { QueryClient } from '@tanstack/react-query';
import { readMarksOf } from '../../../lib/marks/read-marks.ts';
import { applyChange, changeRows } from '../marks/mutations.ts';

/**
 * Shows rows as the server had them when it was asked, in the places that they have in the lists. Marks that it may not
 * have known stay; `since` is a time of the clock of the read marks.
 */
export const showRows = (
  client: QueryClient,
  changed: ReadonlyMap<string, ArticleRow>,
  since: number,
): void => {
  changeRows(client, changed);
  for (const { article_id, is_read } of readMarksOf(client).later(since))
    if (changed.has(article_id)) applyChange(client, article_id, { is_read });
};

/** Shows what an answer about one article says of its row, except for its marks and its story. */
export const showRow = (client: QueryClient, { article_id, ...article }: ArticleRow): void => {
  const { importance_score, importance_rank, tier, top_reasons, reading_minutes } = article;
  const change = { importance_score, importance_rank, tier, top_reasons, reading_minutes };
  applyChange(client, article_id, change);
};
