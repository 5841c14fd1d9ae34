import { Box } from '@chakra-ui/react';

/** Shows a progress bar. A `total` of 0 means that the total is not known yet. */
export const Bar = ({ done, total, label }: { done: number; total: number; label: string }) => (
  <Box
    h="1.5"
    mt="2"
    borderRadius="full"
    bg="bg.subtle"
    overflow="hidden"
    {...{
      role: 'progressbar',
      'aria-label': label,
      ...(total === 0 ? {} : { 'aria-valuenow': done, 'aria-valuemax': total }),
    }}
  >
    <Box
      h="full"
      bg="shu.solid"
      transition="width 400ms ease-out"
      style={{ width: `${total === 0 ? 0 : (100 * done) / total}%` }}
    />
  </Box>
);
