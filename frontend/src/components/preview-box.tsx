import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/**
 * Shows what a form would do, while it is filled in. Paler while it is still of what was typed before. One line of it is
 * an `output`, which screen readers read when it changes: the whole would be too long.
 */
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
