import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { keywordsQuery } from '../../lib/queries/common.ts';
import { useI18n } from '../../lib/i18n/language.tsx';
import { loadPart } from '../../lib/load-part.tsx';
import { areArriving, feedsQuery } from '../../lib/queries/feeds.ts';
import { useNow } from '../../lib/clock.ts';
import { useJobWatch } from '../job-watch.tsx';
import { goToPage } from '../use-reading.ts';

const SuggestedChips = loadPart(
  async () => (await import('../../features/keywords/suggested-chips.tsx')).SuggestedChips,
);

/**
 * Says that articles are ranked by keywords, to a reader who has none, and offers some from the titles that are here. It
 * stays while the reader chooses several of them.
 */
export const KeywordHint = () => {
  const { t } = useI18n();
  const { expectJob } = useJobWatch();
  // The list above which it stands asks, and only if nothing in it has a score.
  const { data: keywords } = useQuery({ ...keywordsQuery, enabled: false });
  const { data: feeds } = useQuery(feedsQuery);
  const now = useNow();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // Without feeds there is nothing to rank: feeds come first.
  if (feeds?.items.length === 0) return null;
  if (keywords === undefined || (keywords.items.length > 0 && chosen.size === 0)) return null;
  return (
    <Box role="note" borderRadius="xl" bg="shu.subtle" px="5" py="4" my="3" mx={{ base: '3', md: '0' }}>
      <Flex
        direction={{ base: 'column', sm: 'row' }}
        alignItems={{ base: 'start', sm: 'center' }}
        gap={{ base: '3', sm: '4' }}
      >
        <Box flex="1">
          <Box fontWeight="semibold">{t.empty.noKeywordsTitle}</Box>
          <Box color="fg.muted" textStyle="sm">
            {t.empty.noKeywordsText}
          </Box>
        </Box>
        <Flex gap="2">
          {chosen.size === 0 ? null : (
            <Button variant="subtle" size="md" onClick={() => setChosen(new Set())}>
              {t.common.close}
            </Button>
          )}
          <Button colorPalette="shu" size="md" onClick={() => goToPage({ page: 'keywords' })}>
            {t.empty.noKeywordsAction}
          </Button>
        </Flex>
      </Flex>
      {/* The room is there before its content, whose margins stay within it, so that the list does not move. */}
      <Box mt="3" minH="9" textStyle="sm" display="flow-root">
        <Suspense>
          <SuggestedChips
            isArriving={areArriving(feeds?.items ?? [], now.getTime())}
            chosen={chosen}
            onChosen={(text, isChosen) =>
              setChosen((before) => {
                const others = [...before].filter((each) => each !== text);
                return new Set(isChosen ? [...others, text] : others);
              })
            }
            onChanged={expectJob}
          />
        </Suspense>
      </Box>
    </Box>
  );
};
