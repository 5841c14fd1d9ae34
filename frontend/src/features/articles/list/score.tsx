import { Box, VisuallyHidden } from '@chakra-ui/react';
import { isTelling, scoreFill, scoreText } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n/language.tsx';

type Props = { score: number | null; rank: number | null; isRead: boolean };

/** Shows the importance as a number over a bar: the rank (0 to 100) if known, else the score. Paler if read. */
export const Score = ({ score, rank, isRead }: Props) => {
  const { t } = useI18n();
  if (score === null) {
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
  const text = scoreText(score);
  const figure = rank === null ? text : String(rank);
  const label = rank === null ? t.list.scoreLabel(text) : t.list.rankLabel(rank, text);
  const fill = rank === null ? scoreFill(score) : rank / 100;
  const weighty = isTelling(score);
  return (
    <Box title={label} data-testid="score">
      <VisuallyHidden>{label}</VisuallyHidden>
      <Box
        aria-hidden="true"
        fontVariantNumeric="tabular-nums"
        fontWeight={weighty && !isRead ? '600' : '400'}
        fontSize="0.9375rem"
        lineHeight="1.5rem"
        textAlign="end"
        color={weighty ? (isRead ? 'fg.subtle' : 'shu.fg') : 'fg.subtle'}
      >
        {weighty || score > 0 ? figure : '0'}
      </Box>
      <Box h="3px" borderRadius="full" bg="bg.muted" mt="1" overflow="hidden">
        <Box
          h="full"
          borderRadius="full"
          bg={isRead ? 'border.emphasized' : 'shu.solid'}
          style={{ width: `${Math.round(fill * 100)}%` }}
        />
      </Box>
    </Box>
  );
};
