import type { EntryRow } from '../../model/article/entry.ts';
import { balanced, type Balancing } from '../../model/ranking/balance.ts';
import { freshnessAt } from '../../model/ranking/place.ts';
import type { FoldedRow } from '../stories/fold-rows.ts';
import { type ReaderNames, shownScore } from './row-to-wire.ts';

type Options = Pick<Balancing, 'keepsMustReads'> & {
  /** The half-life in days that the rows are sorted by; 0 if they do not age. */
  days: number;
  names: Pick<ReaderNames, 'keywords' | 'now' | 'freshness_days' | 'typical_weight'>;
};

/**
 * Returns the first `count` of the folded rows in an order in which the reader's interests share the top. A story counts
 * once, by the row that stands for it.
 */
export const balancedRows = (
  folded: FoldedRow<EntryRow>[],
  count: number,
  { days, names, keepsMustReads }: Options,
): FoldedRow<EntryRow>[] =>
  balanced(
    folded.map((each) => ({
      each,
      value: (each.row.importance_score ?? 0) * freshnessAt(names.now, each.row, days),
      tier: shownScore(each.row, names).tier ?? 'rest',
      top_reasons: each.row.top_reasons,
    })),
    count,
    { weightOf: (keywordId) => names.keywords.get(keywordId)?.weight, keepsMustReads },
  ).map(({ each }) => each);
