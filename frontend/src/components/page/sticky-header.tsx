import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** Shows the head of a page, which stays in view when the page scrolls. */
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
