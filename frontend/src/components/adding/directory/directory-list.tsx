import { Box, Flex, chakra } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useState } from 'react';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { PlusIcon } from '../../icons.tsx';
import { CheckIcon } from '../../later-icons.tsx';
import { type KnownFeed, type Topic, feedsOf, findFeeds, topics } from './known-feeds.ts';
import { KnownName } from './known-name.tsx';

/** The most feeds that are shown for words; who sees more does not see the one that was meant. */
const MOST_FOUND = 20;

type Props = {
  /** The words that are looked for; null to choose by topic. */
  words: string | null;
  isDisabled: boolean;
  /** Checks whether a feed was chosen, or is followed already. */
  isChosen: (url: string) => boolean;
  onChoose: (feed: KnownFeed) => void;
};

const Line = ({ feed, isDisabled, isChosen, onChoose }: { feed: KnownFeed } & Omit<Props, 'words'>) => (
  <chakra.button
    type="button"
    disabled={isDisabled}
    aria-pressed={isChosen(feed.url)}
    onClick={() => onChoose(feed)}
    display="flex"
    alignItems="center"
    gap="3"
    w="full"
    minH="11"
    px="3"
    py="1.5"
    textAlign="start"
    cursor="pointer"
    _hover={{ bg: 'bg.muted' }}
    _focusVisible={{ outlineOffset: '-2px' }}
  >
    <KnownName feed={feed} />
    <Box color={isChosen(feed.url) ? 'shu.solid' : 'fg.subtle'} flexShrink="0">
      {isChosen(feed.url) ? <CheckIcon /> : <PlusIcon />}
    </Box>
  </chakra.button>
);

const Topics = ({ chosen, onChoose }: { chosen: Topic; onChoose: (topic: Topic) => void }) => {
  const texts = useTexts('feedDirectory');
  return (
    <Flex as="fieldset" aria-label={texts.topic} wrap="wrap" gap="1.5" mb="2">
      {topics.map((topic) => (
        <Button
          key={topic}
          size="sm"
          minH="9"
          variant={topic === chosen ? 'solid' : 'subtle'}
          aria-pressed={topic === chosen}
          onClick={() => onChoose(topic)}
        >
          {texts.topics[topic]}
        </Button>
      ))}
    </Flex>
  );
};

/** Offers well-known feeds: those of a topic, or those that words find. */
export const DirectoryList = ({ words, ...rest }: Props) => {
  const { language } = useI18n();
  const texts = useTexts('feedDirectory');
  const [topic, setTopic] = useState<Topic>('news');
  const found =
    words === null
      ? feedsOf(topic, language)
      : findFeeds(words, language, (each) => texts.topics[each]).slice(0, MOST_FOUND);
  return (
    <Box mt="4" data-testid="directory">
      {words === null ? <Topics chosen={topic} onChoose={setTopic} /> : null}
      <Box as="output" display="block" color="fg.muted" textStyle="sm" mb="1.5">
        {found.length === 0 ? texts.none : texts.found(found.length)}
      </Box>
      {found.length === 0 ? null : (
        <Box
          as="ul"
          // Another topic begins with its first feed.
          key={topic}
          aria-label={texts.list}
          listStyleType="none"
          maxH="17rem"
          maxW="40rem"
          overflowY="auto"
          borderWidth="1px"
          borderColor="border"
          borderRadius="lg"
          css={{ '& > li + li': { borderTop: '1px solid', borderColor: 'border' } }}
        >
          {found.map((feed) => (
            <li key={feed.url}>
              <Line feed={feed} {...rest} />
            </li>
          ))}
        </Box>
      )}
    </Box>
  );
};
