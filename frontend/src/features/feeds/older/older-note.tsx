import type { Feed } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { olderTexts } from '../../../lib/i18n/texts/older.ts';
import { BringOlder } from './bring-older.tsx';

/** Says under a feed's articles how many older ones are not here, with the button that brings them. */
export const OlderNote = ({ feed }: { feed: Feed }) => {
  const texts = useTexts(olderTexts);
  return (
    <Flex
      role="note"
      data-testid="older-note"
      direction="column"
      alignItems="center"
      textAlign="center"
      gap="3"
      px="5"
      pt="6"
      textStyle="sm"
    >
      <Box maxW="34rem" textWrap="balance">
        {texts.missing(feed.left_out.over_limit)}{' '}
        <Box as="span" color="fg.muted">
          {texts.asRead}
        </Box>
      </Box>
      <BringOlder feed={feed} />
    </Flex>
  );
};
