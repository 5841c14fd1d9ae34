import type { Feed } from '@omomi/backend/contract';
import { Flex } from '@chakra-ui/react';
import { Disclosure } from '../../../components/disclosure.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { olderTexts } from '../../../lib/i18n/texts/older.ts';
import { BringOlder } from './bring-older.tsx';
import { Note } from './note.tsx';

/** Says under the results of a search how many older articles of these feeds were not searched, with buttons that bring them. */
export const NotSearched = ({ feeds }: { feeds: readonly Feed[] }) => {
  const texts = useTexts(olderTexts);
  const [only] = feeds;
  if (only === undefined) return null;
  const count = feeds.reduce((sum, { left_out }) => sum + left_out.over_limit, 0);
  const isSingle = feeds.length === 1;
  return (
    <Note
      name="not-searched"
      above="8"
      text={isSingle ? texts.notSearchedOf(count, only.title) : texts.notSearched(count)}
    >
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
    </Note>
  );
};
