import { Box, Flex } from '@chakra-ui/react';
import { Skeleton } from '@chakra-ui/react/skeleton';
import type { ListLook } from '../../../lib/preferences/choices.ts';
import { useI18n } from '../../../lib/i18n/language.tsx';

type Props = { rows?: number; label?: string; look?: ListLook };

const Line = () => (
  <Flex alignItems="center" gap="3" px={{ base: '2', md: '3' }} h={{ base: '3.25rem', md: '7' }}>
    <Skeleton w="1.5rem" h="0.75rem" flexShrink="0" />
    <Skeleton flex="1" h="0.75rem" />
    <Skeleton w="4rem" h="0.75rem" flexShrink="0" />
  </Flex>
);

const Row = ({ index }: { index: number }) => (
  <Flex gap={{ base: '3', md: '5' }} px={{ base: '3', md: '5' }} py="4" minH="7rem">
    <Skeleton w={{ base: '2.75rem', md: '3.25rem' }} h="1.25rem" flexShrink="0" />
    <Flex direction="column" gap="2.5" flex="1">
      <Skeleton h="1.1rem" w={`${88 - ((index * 17) % 40)}%`} />
      <Skeleton h="0.75rem" w="30%" />
      <Skeleton h="0.875rem" w="92%" />
    </Flex>
  </Flex>
);

/** Shows placeholder rows as high as real ones, so that nothing moves when the articles arrive: four lines for each row. */
export const ListSkeleton = ({ rows = 7, label, look = 'list' }: Props) => {
  const { t } = useI18n();
  const isCompact = look === 'compact';
  return (
    <Box as="output" display="block" aria-label={label ?? t.common.loading}>
      {Array.from({ length: isCompact ? 4 * rows : rows }, (_, index) =>
        isCompact ? <Line key={index} /> : <Row key={index} index={index} />,
      )}
    </Box>
  );
};
