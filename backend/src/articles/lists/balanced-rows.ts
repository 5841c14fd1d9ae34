import type { EntryRow } from '../../model/article/entry.ts';
import { balanced } from '../../model/ranking/balance.ts';
import { freshnessAt } from '../../model/ranking/freshness.ts';
import type { FoldedRow } from '../stories/fold-rows.ts';
import type { ReaderNames } from './reader-names.ts';

/**
 * Returns the first `count` of the folded rows in an order in which the reader's interests share the top. A story counts
 * once, by the row that stands for it. `days` is the half-life that the rows are sorted by; 0 if they do not age.
 */
export const balancedRows = (
  folded: FoldedRow<EntryRow>[],
  count: number,
  days: number,
  { keywords, now }: Pick<ReaderNames, 'keywords' | 'now'>,
): FoldedRow<EntryRow>[] =>
  balanced(
    folded.map((each) => ({
      each,
      value: (each.row.importance_score ?? 0) * freshnessAt(now, each.row, days),
      top_reasons: each.row.top_reasons,
    })),
    count,
    (keywordId) => keywords.get(keywordId)?.weight,
  ).map(({ each }) => each);
