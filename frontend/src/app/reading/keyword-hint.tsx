import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useI18n } from '../../lib/i18n/language.tsx';
import { goToPage } from '../use-reading.ts';

/** Says that articles are ranked by keywords, to a reader who has none. */
export const KeywordHint = () => {
  const { t } = useI18n();
  return (
    <Flex
      role="note"
      direction={{ base: 'column', sm: 'row' }}
      alignItems={{ base: 'start', sm: 'center' }}
      gap="4"
      borderRadius="xl"
      bg="shu.subtle"
      px="5"
      py="4"
      my="3"
    >
      <Box flex="1">
        <Box fontWeight="semibold">{t.empty.noKeywordsTitle}</Box>
        <Box color="fg.muted" textStyle="sm">
          {t.empty.noKeywordsText}
        </Box>
      </Box>
      <Button colorPalette="shu" size="md" onClick={() => goToPage({ page: 'keywords' })}>
        {t.empty.noKeywordsAction}
      </Button>
    </Flex>
  );
};
