import { Box, Flex, chakra } from '@chakra-ui/react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import '../../components/bones.css';
import { PlusIcon } from '../../components/icons.tsx';
import { CheckIcon } from '../../components/later-icons.tsx';
import { call } from '../../lib/api/api.ts';
import { useNotify } from '../../lib/notify.ts';
import { languageOf } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { keys } from '../../lib/queries/query-keys.ts';
import { useAddKeyword } from './queries.ts';

/** Titles arrive in the first seconds, so an empty answer is asked for again a few times, in milliseconds. */
const again = 3_000;
const most = 6;

/**
 * Asks once for the suggestions of a reader without keywords: the chips stay when some of them are chosen. While articles
 * arrive, it asks again until there are some.
 */
const firstSuggestions = (isArriving: boolean) =>
  queryOptions({
    queryKey: keys.keywordSuggestions(''),
    queryFn: ({ signal }) => call('suggestKeywords', { signal }),
    staleTime: 300_000,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      isArriving && data?.items.length === 0 && dataUpdateCount < most ? again : false,
  });

type Props = {
  /** True while the first articles of a new feed may be on their way. */
  isArriving: boolean;
  chosen: ReadonlySet<string>;
  /** Called with a text when it is chosen, and when its keyword could not be added after all. */
  onChosen: (text: string, isChosen: boolean) => void;
  onChanged: () => void;
};

const Chip = ({ text, isChosen, onChoose }: { text: string; isChosen: boolean; onChoose: () => void }) => {
  const texts = useTexts('keywords');
  return (
    <chakra.button
      type="button"
      aria-label={isChosen ? texts.addedOf(text) : texts.addOf(text)}
      aria-disabled={isChosen}
      onClick={isChosen ? undefined : onChoose}
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      minH="8"
      px="3"
      borderRadius="full"
      borderWidth="1px"
      borderColor={isChosen ? 'shu.border' : 'border.emphasized'}
      bg={isChosen ? 'shu.subtle' : 'bg.panel'}
      color="fg"
      textStyle="sm"
      cursor={isChosen ? 'default' : 'pointer'}
      _hover={{ borderColor: 'shu.solid' }}
    >
      {isChosen ? <CheckIcon /> : <PlusIcon />}
      <span lang={languageOf(text)}>{text}</span>
    </chakra.button>
  );
};

/** Stands in the place of the chips while they are asked for, so that it is never blank. */
const Coming = () => (
  <Flex gap="2" aria-hidden="true">
    {['5rem', '7rem', '6rem'].map((width) => (
      <div key={width} className="bone" style={{ width, height: '2rem', borderRadius: '1rem' }} />
    ))}
  </Flex>
);

/** Offers keywords from the titles that have just arrived, in one line that scrolls by itself: more would push the list down. */
export const SuggestedChips = ({ isArriving, chosen, onChosen, onChanged }: Props) => {
  const texts = useTexts('keywords');
  const notify = useNotify();
  const { data, isError } = useQuery(firstSuggestions(isArriving));
  const { mutate: add } = useAddKeyword(onChanged);
  const choose = (text: string): void => {
    onChosen(text, true);
    add(
      { text, weight: 1, is_excluding: false },
      {
        onError: (error) => {
          onChosen(text, false);
          notify.error(error);
        },
      },
    );
  };
  if (data === undefined && !isError) return <Coming />;
  if (data === undefined || data.items.length === 0) return <Box color="fg.muted">{texts.suggestedNone}</Box>;
  return (
    // The padding keeps the outline of a focused chip from being cut off.
    <Flex
      as="ul"
      aria-label={texts.suggested}
      gap="2"
      p="1"
      m="-1"
      overflowX="auto"
      scrollbarWidth="none"
      listStyleType="none"
    >
      {data.items.slice(0, 8).map(({ text }) => (
        <chakra.li key={text} flexShrink="0">
          <Chip text={text} isChosen={chosen.has(text)} onChoose={() => choose(text)} />
        </chakra.li>
      ))}
    </Flex>
  );
};
