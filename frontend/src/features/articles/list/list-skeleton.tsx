import { Box, Flex } from '@chakra-ui/react';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { useI18n } from '../../../lib/i18n/language.tsx';

/** Shows placeholder rows as high as real ones, so that nothing moves when the articles arrive. */
export const ListSkeleton = ({ rows = 7, label }: { rows?: number; label?: string }) => {
  const { t } = useI18n();
  return (
    <Box as="output" display="block" aria-label={label ?? t.common.loading}>
      {Array.from({ length: rows }, (_, index) => (
        <Flex key={index} gap={{ base: '3', md: '5' }} px={{ base: '3', md: '5' }} py="4" minH="7rem">
          <Skeleton w={{ base: '2.75rem', md: '3.25rem' }} h="1.25rem" flexShrink="0" />
          <Flex direction="column" gap="2.5" flex="1">
            <Skeleton h="1.1rem" w={`${88 - ((index * 17) % 40)}%`} />
            <Skeleton h="0.75rem" w="30%" />
            <Skeleton h="0.875rem" w="92%" />
          </Flex>
        </Flex>
      ))}
    </Box>
  );
};
