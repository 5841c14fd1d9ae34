import { Box, Flex, chakra } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { languageOf } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { SyntaxHelp } from './syntax-help.tsx';

type Props = { recent: readonly string[]; onForget: () => void; onSearch: (q: string) => void };

const Recent = ({ recent, onForget, onSearch }: Props) => {
  const texts = useTexts('search');
  return (
    <Box as="section" aria-labelledby="recent-searches" mb="6">
      <Flex alignItems="center" justifyContent="space-between">
        <Box as="h2" id="recent-searches" textStyle="sm" fontWeight="semibold" color="fg.muted">
          {texts.recent}
        </Box>
        <Button variant="ghost" size="sm" minH="11" color="fg.muted" onClick={onForget}>
          {texts.forget}
        </Button>
      </Flex>
      <Box as="ul" listStyleType="none" mx="-3">
        {recent.map((q) => (
          <li key={q}>
            <chakra.button
              type="button"
              w="full"
              minH="11"
              px="3"
              textAlign="start"
              borderRadius="lg"
              cursor="pointer"
              truncate
              lang={languageOf(q)}
              _hover={{ bg: 'bg.muted' }}
              onClick={() => onSearch(q)}
            >
              {q}
            </chakra.button>
          </li>
        ))}
      </Box>
    </Box>
  );
};

/** Shows what to search for while the field is empty: recent searches, and what can be written. */
export const SearchStart = (props: Props) => {
  const texts = useTexts('search');
  return (
    <Box px={{ base: '3', md: '5' }} pt="6">
      <Box as="h2" textStyle="lg" fontWeight="semibold">
        {texts.startTitle}
      </Box>
      <Box color="fg.muted" mb="6">
        {texts.startText}
      </Box>
      {props.recent.length === 0 ? null : <Recent {...props} />}
      <SyntaxHelp onTry={props.onSearch} isOpen={props.recent.length === 0} />
    </Box>
  );
};
