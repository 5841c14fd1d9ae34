import { Box, chakra, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useTexts } from '../../lib/i18n/language.tsx';
import { languageOf } from '../../lib/format.ts';

const headStyle = {
  textAlign: 'start',
  fontWeight: 'medium',
  color: 'fg.muted',
  py: '1.5',
  pe: '4',
} as const;

/** Explains what can be written, with an example for each that can be tried. */
export const SyntaxHelp = ({ onTry, isOpen }: { onTry: (q: string) => void; isOpen: boolean }) => {
  const texts = useTexts('query');
  return (
    <chakra.details open={isOpen} data-testid="syntax">
      <chakra.summary
        cursor="pointer"
        w="fit-content"
        minH="11"
        py="2.5"
        textStyle="sm"
        fontWeight="semibold"
        color="fg.muted"
        _hover={{ color: 'fg' }}
      >
        {texts.help}
      </chakra.summary>
      <chakra.table w="full" textStyle="sm" borderCollapse="collapse">
        <thead>
          <tr>
            <chakra.th scope="col" {...headStyle}>
              {texts.example}
            </chakra.th>
            <chakra.th scope="col" {...headStyle} pe="0">
              {texts.finds}
            </chakra.th>
          </tr>
        </thead>
        <tbody>
          {texts.examples.map(([example, meaning]) => (
            <chakra.tr key={example} borderTopWidth="1px" borderColor="border">
              <chakra.td verticalAlign="top" pe="4" w={{ base: '44%', md: '40%' }}>
                <chakra.button
                  type="button"
                  minH="11"
                  py="2"
                  textAlign="start"
                  fontFamily="mono"
                  color="shu.fg"
                  cursor="pointer"
                  textDecoration="underline"
                  textDecorationColor="shu.border"
                  textUnderlineOffset="3px"
                  _hover={{ textDecorationColor: 'currentcolor' }}
                  onClick={() => onTry(example)}
                >
                  {example}
                </chakra.button>
              </chakra.td>
              <chakra.td verticalAlign="top" py="3" color="fg.muted">
                {meaning}
              </chakra.td>
            </chakra.tr>
          ))}
        </tbody>
      </chakra.table>
      <Box pb="4" />
    </chakra.details>
  );
};

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
    <Box px="3" pt="6">
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
