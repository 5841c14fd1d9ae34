import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** Shows what a form would do, while it is filled in. Paler while it is still of what was typed before. */
export const PreviewBox = ({
  isOld,
  testId,
  children,
}: {
  isOld: boolean;
  testId: string;
  children: ReactNode;
}) => (
  <Box
    as="section"
    aria-live="polite"
    mt="3"
    px="3"
    py="2.5"
    borderRadius="lg"
    bg="bg.subtle"
    textStyle="xs"
    color="fg.muted"
    opacity={isOld ? 0.6 : 1}
    data-testid={testId}
  >
    {children}
  </Box>
);
