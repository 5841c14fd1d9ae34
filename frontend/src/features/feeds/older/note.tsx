import { Box, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { olderTexts } from '../../../lib/i18n/texts/older.ts';

type Props = { name: string; above: string; text: string; children: ReactNode };

/** A note that articles are not here, over the buttons that bring them. */
export const Note = ({ name, above, text, children }: Props) => {
  const { asRead } = useTexts(olderTexts);
  return (
    <Flex
      role="note"
      data-testid={name}
      direction="column"
      alignItems="center"
      gap="3"
      px="5"
      pt={above}
      textStyle="sm"
    >
      <Box textAlign="center" maxW="34rem" textWrap="balance">
        {text}{' '}
        <Box as="span" color="fg.muted">
          {asRead}
        </Box>
      </Box>
      {children}
    </Flex>
  );
};
