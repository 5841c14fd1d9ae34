import type { ArticleRow as Row } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { scoreText } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { healthQuery } from '../../../lib/queries/common.ts';

type Props = { row: Pick<Row, 'importance_score' | 'importance_rank' | 'tier'>; isRead: boolean };

type Labelled = { label: string; tier: NonNullable<Row['tier']>; isRead: boolean };

// A function and no component, because each row of the list has one.
const labelledScore = ({ label, tier, isRead }: Labelled, shown: ReactNode) => (
  <div
    className="score"
    title={label}
    data-testid="score"
    data-tier={tier}
    data-pale={isRead ? '' : undefined}
  >
    <span className="visually-hidden">{label}</span>
    {shown}
  </div>
);

/**
 * Shows the tier of an article that deserves attention as a dot, full for what must be read. Its tooltip has the number, which
 * no row shows beside its section. Paler if read.
 */
export const Score = ({ row: { importance_score: score, importance_rank: rank, tier }, isRead }: Props) => {
  const { t } = useI18n();
  if (score === null || rank === null || tier === null || rank === 0) return <div className="score" />;
  const label = t.list.rankLabel(t.list.tiers[tier], rank, scoreText(score));
  return labelledScore({ label, tier, isRead }, <div className="score-dot" />);
};

/** Shows the importance as a number alone, for a row of one line; nothing if it has none. A saved article keeps its number as it ages, so it shows none among others. */
export const ScoreNumber = ({ row, isRead }: Props & { row: Pick<Row, 'is_saved'> }) => {
  const { t } = useI18n();
  const { importance_score: score, importance_rank: rank, tier, is_saved } = row;
  if (score === null || rank === null || tier === null || rank === 0 || is_saved)
    return <div className="score" />;
  const label = t.list.rankLabel(t.list.tiers[tier], rank, scoreText(score));
  return labelledScore(
    { label, tier, isRead },
    <div className="score-number" aria-hidden="true">
      {rank}
    </div>,
  );
};

/** Shows the number of bookmarks, “-” if not known, and nothing if the server does not count bookmarks. */
export const BookmarkCount = ({ count }: { count: number | null }) => {
  const { t } = useI18n();
  // An article without a count does not ask the server whether it counts.
  const { data: health } = useQuery({ ...healthQuery, enabled: count !== null });
  if (count === null && health?.has_bookmark_counts !== true) return null;
  const told = t.list.bookmarks(count);
  return (
    <>
      <span aria-hidden="true">·</span>
      <span data-testid="bookmark-count" title={told}>
        <span aria-hidden="true">{count === null ? '-' : `B! ${t.numbers.whole(count)}`}</span>
        <span className="visually-hidden">{told}</span>
      </span>
    </>
  );
};
