import type { CrawlDetails, CrawlPageState } from '@omomi/backend/contract';
import { Box, SimpleGrid, chakra } from '@chakra-ui/react';
import { relativeTime } from '../../lib/format.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';

type Props = {
  queue: CrawlDetails['queue'];
  /** The state whose pages alone are listed; null for all. */
  chosen: CrawlPageState | null;
  onChoose: (state: CrawlPageState | null) => void;
  now: Date;
};

const Tile = ({
  status,
  isChosen,
  onPress,
  now,
}: {
  status: Props['queue'][number];
  isChosen: boolean;
  onPress: () => void;
  now: Date;
}) => {
  const { t, language } = useI18n();
  const texts = useTexts('crawl');
  const time = (at: string): string => relativeTime(at, now, language);
  const { state, count, oldest_at: oldest, newest_at: newest } = status;
  return (
    <chakra.button
      type="button"
      aria-pressed={isChosen}
      data-testid={`queue-${state}`}
      onClick={onPress}
      display="grid"
      gridTemplateColumns={{ base: '1fr auto', md: '1fr' }}
      alignContent="start"
      alignItems="baseline"
      columnGap="2"
      textAlign="start"
      px={{ base: '3', md: '4' }}
      py={{ base: '2', md: '3' }}
      borderWidth="1px"
      borderRadius="xl"
      cursor="pointer"
      borderColor={isChosen ? 'shu.border' : 'border'}
      bg={isChosen ? 'shu.subtle' : 'bg.panel'}
      transition="background 120ms, border-color 120ms"
      // In two or three columns, five tiles leave a column of the last row empty. The last tile fills it.
      _last={{ gridColumn: { base: 'span 2', lg: 'auto' } }}
      _hover={{ borderColor: isChosen ? 'shu.solid' : 'border.emphasized' }}
    >
      <Box textStyle="xs" color="fg.muted">
        {texts.pageStates[state]}
      </Box>
      <Box
        textStyle={{ base: 'md', md: 'page' }}
        fontWeight="semibold"
        fontVariantNumeric="tabular-nums"
        color={state === 'error' && count > 0 ? 'fg.error' : count === 0 ? 'fg.subtle' : 'fg'}
      >
        {t.numbers.whole(count)}
      </Box>
      {oldest === null || newest === null ? null : (
        <Box textStyle="xs" color="fg.muted" gridColumn="1 / -1">
          {texts.since(time(oldest), time(newest))}
        </Box>
      )}
    </chakra.button>
  );
};

/** Shows how many pages are in each state, with the oldest and newest. Pressing a state lists its pages alone. */
export const Queue = ({ queue, chosen, onChoose, now }: Props) => {
  const texts = useTexts('crawl');
  return (
    <SimpleGrid
      as="fieldset"
      minW="0"
      m="0"
      p="0"
      border="0"
      aria-label={texts.queue}
      columns={{ base: 2, sm: 3, lg: 5 }}
      gap={{ base: '2', md: '2.5' }}
    >
      {queue.map((status) => (
        <Tile
          key={status.state}
          status={status}
          isChosen={status.state === chosen}
          onPress={() => onChoose(status.state === chosen ? null : status.state)}
          now={now}
        />
      ))}
    </SimpleGrid>
  );
};
