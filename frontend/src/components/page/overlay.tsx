import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { aboveBar } from './bar-height.ts';

/** Shows a box over the lower edge of the page, for a message whose own window could not be opened. */
export const Overlay = ({ children }: { children: ReactNode }) => (
  <Box
    position="fixed"
    bottom={aboveBar}
    insetX="4"
    zIndex="toast"
    maxW="26rem"
    mx="auto"
    borderRadius="xl"
    boxShadow="lg"
    css={{ '& > *': { marginBlock: 0 } }}
  >
    {children}
  </Box>
);
