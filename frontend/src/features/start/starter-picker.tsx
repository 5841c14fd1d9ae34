import { Box, SimpleGrid, chakra } from '@chakra-ui/react';
import type { LaterTexts } from '../../lib/i18n/en/later.ts';
import type { Language } from '../../lib/i18n/languages.ts';
import { PlusIcon } from '../../components/icons.tsx';
import { CheckIcon } from '../../components/later-icons.tsx';
import { hostOf, languageOf } from '../../lib/format.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';

type StarterFeed = {
  title: string;
  url: string;
  /** The name of the text that says what it is about. */
  about: keyof LaterTexts['adding']['start']['starters'];
  language: Language;
};

/** Well-kept public feeds for a first start. */
export const starterFeeds: readonly StarterFeed[] = [
  {
    title: 'BBC News — World',
    url: 'https://feeds.bbci.co.uk/news/world/rss.xml',
    about: 'bbc',
    language: 'en',
  },
  {
    title: 'The Guardian — Environment',
    url: 'https://www.theguardian.com/environment/rss',
    about: 'guardian',
    language: 'en',
  },
  {
    title: 'Quanta Magazine',
    url: 'https://www.quantamagazine.org/feed/',
    about: 'quanta',
    language: 'en',
  },
  {
    title: 'Ars Technica',
    url: 'https://feeds.arstechnica.com/arstechnica/index',
    about: 'arsTechnica',
    language: 'en',
  },
  {
    title: 'NASA',
    url: 'https://www.nasa.gov/feed/',
    about: 'nasa',
    language: 'en',
  },
  {
    title: 'Hacker News',
    url: 'https://news.ycombinator.com/rss',
    about: 'hackerNews',
    language: 'en',
  },
  {
    title: 'ITmedia NEWS',
    url: 'https://rss.itmedia.co.jp/rss/2.0/news_bursts.xml',
    about: 'itmedia',
    language: 'ja',
  },
  {
    title: 'はてなブックマーク テクノロジー',
    url: 'https://b.hatena.ne.jp/hotentry/it.rss',
    about: 'hatena',
    language: 'ja',
  },
  {
    title: 'GIGAZINE',
    url: 'https://gigazine.net/news/rss_2.0/',
    about: 'gigazine',
    language: 'ja',
  },
  {
    title: 'Publickey',
    url: 'https://www.publickey1.jp/atom.xml',
    about: 'publickey',
    language: 'ja',
  },
];

/** Returns the starter feeds, those in the reader's own language first. */
export const startersFor = (language: Language): StarterFeed[] => [
  ...starterFeeds.filter((feed) => feed.language === language),
  ...starterFeeds.filter((feed) => feed.language !== language),
];

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
