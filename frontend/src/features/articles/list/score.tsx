import type { ArticleRow as Row } from '@omomi/backend/contract';
import { Box, VisuallyHidden } from '@chakra-ui/react';
import { scoreText } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n/language.tsx';

type Props = { row: Pick<Row, 'importance_score' | 'importance_rank' | 'tier'>; isRead: boolean };

/** The look of the number in each tier. */
const looks = {
  must_read: { color: 'shu.fg', fontWeight: '700' },
  worth_a_look: { color: 'shu.fg', fontWeight: '400' },
  rest: { color: 'fg.subtle', fontWeight: '400' },
} as const;

/** Shows the importance as a number from 0 to 100 over a bar. Paler if read. */
export const Score = ({ row: { importance_score: score, importance_rank: rank, tier }, isRead }: Props) => {
  const { t } = useI18n();
  if (score === null || rank === null || tier === null) {
    return (
      <Box
        title={t.list.unscoredHint}
        color="fg.subtle"
        fontSize="0.6875rem"
        lineHeight="1.2"
        textAlign="center"
        pt="1"
        fontStyle="normal"
      >
        {t.list.unscored}
      </Box>
    );
  }
  const label = t.list.rankLabel(t.list.tiers[tier], rank, scoreText(score));
  return (
    <Box title={label} data-testid="score">
      <VisuallyHidden>{label}</VisuallyHidden>
      <Box
        aria-hidden="true"
        fontVariantNumeric="tabular-nums"
        fontSize="0.9375rem"
        lineHeight="1.5rem"
        textAlign="end"
        {...(isRead ? { color: 'fg.subtle', fontWeight: '400' } : looks[tier])}
      >
        {rank}
      </Box>
      <Box h="3px" borderRadius="full" bg="bg.muted" mt="1" overflow="hidden">
        <Box
          h="full"
          borderRadius="full"
          bg={isRead ? 'border.emphasized' : 'shu.solid'}
          style={{ width: `${rank}%` }}
        />
      </Box>
    </Box>
  );
};

/** Shows the importance as a number alone, for a row of one line; nothing until the article is scored. */
export const ScoreNumber = ({
  row: { importance_score: score, importance_rank: rank, tier },
  isRead,
}: Props) => {
  const { t } = useI18n();
  const isScored = score !== null && rank !== null && tier !== null;
  const label = isScored ? t.list.rankLabel(t.list.tiers[tier], rank, scoreText(score)) : t.list.unscored;
  return (
    <Box
      w="6"
      flexShrink="0"
      textAlign="end"
      title={isScored ? label : t.list.unscoredHint}
      data-testid="score"
    >
      <VisuallyHidden>{label}</VisuallyHidden>
      <Box
        aria-hidden="true"
        textStyle="xs"
        fontVariantNumeric="tabular-nums"
        {...(isRead || !isScored ? { color: 'fg.subtle', fontWeight: '400' } : looks[tier])}
      >
        {isScored ? rank : '–'}
      </Box>
    </Box>
  );
};

/** Names the tier of a row that deserves attention; nothing for the rest. */
export const TierMark = ({ row }: { row: Pick<Row, 'tier' | 'is_read'> }) => {
  const { t } = useI18n();
  if (row.tier === null || row.tier === 'rest') return null;
  return (
    <Box
      flexShrink="0"
      data-testid="tier"
      fontWeight={row.tier === 'must_read' ? '600' : '400'}
      color={row.is_read ? 'fg.subtle' : row.tier === 'must_read' ? 'shu.fg' : 'fg.muted'}
    >
      {t.list.tiers[row.tier]}
    </Box>
  );
};
