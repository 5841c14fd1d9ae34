import { Box, chakra } from '@chakra-ui/react';
import { useTexts } from '../../../lib/i18n/language.tsx';

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
