import type { ArticleRow as Row } from '@omomi/backend/contract';
import { scoreText } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n/language.tsx';

type Props = { row: Pick<Row, 'importance_score' | 'importance_rank' | 'tier'>; isRead: boolean };

/** Shows the importance as a number from 0 to 100 over a bar. Paler if read. */
export const Score = ({ row: { importance_score: score, importance_rank: rank, tier }, isRead }: Props) => {
  const { t } = useI18n();
  if (score === null || rank === null || tier === null) {
    return (
      <div className="score score-missing" title={t.list.unscoredHint}>
        {t.list.unscored}
      </div>
    );
  }
  const label = t.list.rankLabel(t.list.tiers[tier], rank, scoreText(score));
  return (
    <div
      className="score"
      title={label}
      data-testid="score"
      data-tier={tier}
      data-pale={isRead ? '' : undefined}
    >
      <span className="visually-hidden">{label}</span>
      <div className="score-number" aria-hidden="true">
        {rank}
      </div>
      <div className="score-bar">
        <div style={{ width: `${rank}%` }} />
      </div>
    </div>
  );
};

/** Shows the importance as a number alone, for a row of one line; a dash until the article is scored. */
export const ScoreNumber = ({
  row: { importance_score: score, importance_rank: rank, tier },
  isRead,
}: Props) => {
  const { t } = useI18n();
  const isScored = score !== null && rank !== null && tier !== null;
  const label = isScored ? t.list.rankLabel(t.list.tiers[tier], rank, scoreText(score)) : t.list.unscored;
  return (
    <div
      className="score"
      title={isScored ? label : t.list.unscoredHint}
      data-testid="score"
      data-tier={tier ?? undefined}
      data-pale={isRead || !isScored ? '' : undefined}
    >
      <span className="visually-hidden">{label}</span>
      <div className="score-number" aria-hidden="true">
        {isScored ? rank : '–'}
      </div>
    </div>
  );
};

/** Names the tier of a row that deserves attention; nothing for the rest. */
export const TierMark = ({ row: { tier } }: { row: Pick<Row, 'tier'> }) => {
  const { t } = useI18n();
  if (tier === null || tier === 'rest') return null;
  return (
    <span className="tier" data-testid="tier" data-tier={tier}>
      {t.list.tiers[tier]}
    </span>
  );
};
