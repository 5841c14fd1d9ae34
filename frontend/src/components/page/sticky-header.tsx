import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** The head of a page, which stays in view. */
export const StickyHeader = ({ children }: { children: ReactNode }) => (
  <Box
    as="header"
    position="sticky"
    top="0"
    zIndex="docked"
    bg="bg"
    borderBottomWidth="1px"
    borderColor="border"
    pt="env(safe-area-inset-top)"
  >
    {children}
  </Box>
);
