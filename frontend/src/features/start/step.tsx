import { Box, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';

type Props = { number: number; title: string; text: string; children: ReactNode };

export const Step = ({ number, title, text, children }: Props) => (
  <Box as="section" mt="10">
    <Flex gap="3" alignItems="baseline">
      <Box color="shu.fg" fontWeight="semibold" fontVariantNumeric="tabular-nums" aria-hidden="true">
        {number}
      </Box>
      <Box>
        <Box as="h2" textStyle="lg" fontWeight="semibold">
          {title}
        </Box>
        <Box color="fg.muted" textStyle="sm" mb="4">
          {text}
        </Box>
      </Box>
    </Flex>
    {children}
  </Box>
);
