import { Box, SimpleGrid, chakra } from '@chakra-ui/react';
import { PlusIcon } from '../../components/icons.tsx';
import { CheckIcon } from '../../components/later-icons.tsx';
import { hostOf, languageOf } from '../../lib/format.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { startersFor } from './starter-feeds.ts';

type Props = { picked: ReadonlySet<string>; onToggle: (url: string) => void; disabled: boolean };
type Starter = ReturnType<typeof startersFor>[number];
type CardProps = { feed: Starter; isPicked: boolean; disabled: boolean; onToggle: () => void };

const Card = ({ feed, isPicked, disabled, onToggle }: CardProps) => {
  const { starters } = useTexts('adding').start;
  return (
    <chakra.button
      type="button"
      aria-pressed={isPicked}
      disabled={disabled}
      onClick={onToggle}
      w="full"
      h="full"
      textAlign="start"
      display="flex"
      alignItems="start"
      gap="2"
      px="3.5"
      py="3"
      minH="4rem"
      borderRadius="xl"
      borderWidth="1px"
      cursor="pointer"
      borderColor={isPicked ? 'shu.border' : 'border'}
      bg={isPicked ? 'shu.subtle' : 'bg.panel'}
      transition="background 120ms, border-color 120ms"
      _hover={{ borderColor: isPicked ? 'shu.solid' : 'border.emphasized' }}
    >
      <Box flex="1" minW="0">
        <Box
          fontWeight="semibold"
          textStyle="sm"
          lang={languageOf(feed.title)}
          css={{ wordBreak: 'auto-phrase' }}
        >
          {feed.title}
        </Box>
        <Box color="fg.muted" textStyle="xs" title={hostOf(feed.url)}>
          {starters[feed.about]}
        </Box>
      </Box>
      <Box color={isPicked ? 'shu.solid' : 'fg.subtle'} flexShrink="0">
        {isPicked ? <CheckIcon /> : <PlusIcon />}
      </Box>
    </chakra.button>
  );
};

export const StarterPicker = ({ picked, onToggle, disabled }: Props) => {
  const { language } = useI18n();
  const texts = useTexts('adding').start;
  return (
    <SimpleGrid
      as="ul"
      aria-label={texts.feedsTitle}
      columns={{ base: 2, xl: 5 }}
      gap="2.5"
      // Rows of one height, however long the names are.
      gridAutoRows="1fr"
      listStyleType="none"
    >
      {startersFor(language).map((feed) => (
        <li key={feed.url}>
          <Card
            feed={feed}
            isPicked={picked.has(feed.url)}
            disabled={disabled}
            onToggle={() => onToggle(feed.url)}
          />
        </li>
      ))}
    </SimpleGrid>
  );
};
