import type { Feed } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Disclosure } from '../../../components/disclosure.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { olderTexts } from '../../../lib/i18n/texts/older.ts';
import { BringOlder } from './bring-older.tsx';

/** Says under the results of a search how many older articles of these feeds were not searched, with buttons that bring them. */
export const NotSearched = ({ feeds }: { feeds: readonly Feed[] }) => {
  const texts = useTexts(olderTexts);
  const [only] = feeds;
  if (only === undefined) return null;
  const count = feeds.reduce((sum, { left_out }) => sum + left_out.over_limit, 0);
  const isSingle = feeds.length === 1;
  return (
    <Flex
      role="note"
      data-testid="not-searched"
      direction="column"
      alignItems="center"
      gap="3"
      px="5"
      pt="8"
      textStyle="sm"
    >
      <Box textAlign="center" maxW="34rem" textWrap="balance">
        {isSingle ? texts.notSearchedOf(count, only.title) : texts.notSearched(count)}{' '}
        <Box as="span" color="fg.muted">
          {texts.asRead}
        </Box>
      </Box>
      {isSingle ? (
        <BringOlder feed={only} />
      ) : (
        <Disclosure title={texts.which}>
          <Flex direction="column" alignItems="start" gap="2" pt="2">
            {feeds.map((feed) => (
              <BringOlder key={feed.feed_id} feed={feed} isNamed />
            ))}
          </Flex>
        </Disclosure>
      )}
    </Flex>
  );
};
