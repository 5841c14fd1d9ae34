import type { Feed } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { CheckIcon, PauseIcon, WarningIcon } from '../../../components/icons.tsx';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { remedyTexts } from '../../../lib/i18n/texts/feeds-page/remedies.ts';
import { feedsPageTexts } from '../../../lib/i18n/texts/feeds-page/table.ts';
import { troubleOf } from '../trouble.ts';

const small = { '& svg': { width: '1rem', height: '1rem' } } as const;

/** Says whether a feed can be read; if not, why, and what its reader can do. At most `lines` lines are shown. */
export const Health = ({ feed, lines }: { feed: Feed; lines: number }) => {
  const { t } = useI18n();
  const texts = useTexts(feedsPageTexts);
  const remedies = useTexts(remedyTexts);
  const trouble = troubleOf(t, feed);
  if (trouble === null)
    return (
      <Flex alignItems="center" gap="1.5" color="fg.muted" css={small}>
        <CheckIcon />
        {texts.fine}
      </Flex>
    );
  const isPaused = trouble.kind === 'paused';
  const why =
    feed.error_code === null || isPaused
      ? trouble.why
      : `${t.feed.trouble[feed.error_code]} ${remedies[feed.error_code]}`;
  return (
    <Flex gap="1.5" alignItems="start" css={small} title={why}>
      <Box color={isPaused ? 'fg.muted' : 'fg.error'} flexShrink="0" aria-hidden="true">
        {isPaused ? <PauseIcon /> : <WarningIcon />}
      </Box>
      <Box
        minW="0"
        whiteSpace="normal"
        textStyle="xs"
        lineHeight="1rem"
        color={isPaused ? 'fg.muted' : 'fg'}
        lineClamp={lines}
      >
        <Box as="span" fontWeight="semibold" color={isPaused ? 'fg.muted' : 'fg.error'}>
          {trouble.label}
        </Box>
        {isPaused ? null : `: ${why}`}
      </Box>
    </Flex>
  );
};
