import { Box } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';

type Props = { title: string; text?: string; children: ReactNode };

/** Shows a section of a page with its heading. */
export const Section = ({ title, text, children }: Props) => {
  const id = useId();
  return (
    <Box as="section" aria-labelledby={id} mb="10">
      <Box as="h2" id={id} textStyle="md" fontWeight="semibold">
        {title}
      </Box>
      {text === undefined ? null : (
        <Box color="fg.muted" textStyle="sm" mt="0.5" maxW="38rem">
          {text}
        </Box>
      )}
      <Box mt="3.5">{children}</Box>
    </Box>
  );
};
