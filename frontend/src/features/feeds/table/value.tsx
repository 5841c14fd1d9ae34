import type { Feed } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { PauseIcon, WarningIcon } from '../../../components/icons.tsx';
import { CheckIcon } from '../../../components/later-icons.tsx';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { fullTime, languageOf, relativeTime } from '../../../lib/format.ts';
import { troubleOf } from '../feed-notice.tsx';
import type { FeedRow, ColumnId } from './view.ts';
import { paceText, shareText } from './figures.ts';

const small = { '& svg': { width: '1rem', height: '1rem' } } as const;

/** Says whether a feed can be read; if not, why, and what its reader can do. At most `lines` lines are shown. */
export const Health = ({ feed, lines }: { feed: Feed; lines: number }) => {
  const { t } = useI18n();
  const texts = useTexts('feedsPage');
  const remedies = useTexts('remedies');
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

const Nothing = () => (
  <Box as="span" color="fg.subtle" aria-hidden="true">
    –
  </Box>
);

type ValueProps = { id: Exclude<ColumnId, 'title'>; row: FeedRow; now: Date; healthLines: number };

/** Shows one fact of a feed; a dash where it is unknown. The first column and the menu are not among them. */
export const FeedValue = ({ id, row, now, healthLines }: ValueProps) => {
  const { t, language } = useI18n();
  const { feed, share, importance } = row;
  switch (id) {
    case 'folder':
      return feed.folder === null ? (
        <Nothing />
      ) : (
        <span title={feed.folder} lang={languageOf(feed.folder)}>
          {feed.folder}
        </span>
      );
    case 'health':
      return <Health feed={feed} lines={healthLines} />;
    case 'pace':
      return feed.articles_per_week === null ? <Nothing /> : paceText(feed.articles_per_week, language);
    case 'unread':
      return t.numbers.whole(feed.unread_count);
    case 'success':
      return feed.last_success_at === null ? (
        <Nothing />
      ) : (
        <time dateTime={feed.last_success_at} title={fullTime(feed.last_success_at, language)}>
          {relativeTime(feed.last_success_at, now, language)}
        </time>
      );
    case 'share':
      return share === null ? <Nothing /> : shareText(share, language);
    case 'importance':
      return importance === null ? <Nothing /> : t.numbers.whole(Math.round(importance));
  }
};
