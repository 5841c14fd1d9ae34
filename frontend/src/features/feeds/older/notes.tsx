import { Box, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { Feed } from '@omomi/backend/contract';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { Disclosure } from '../../../components/disclosure.tsx';
import { BringOlder } from './bring-older.tsx';

type Props = { name: string; above: string; text: string; children: ReactNode };

/** A note that articles are not here, over the buttons that bring them. */
const Note = ({ name, above, text, children }: Props) => {
  const { asRead } = useTexts('older');
  return (
    <Flex
      role="note"
      data-testid={name}
      direction="column"
      alignItems="center"
      gap="3"
      px="5"
      pt={above}
      textStyle="sm"
    >
      <Box textAlign="center" maxW="34rem" textWrap="balance">
        {text}{' '}
        <Box as="span" color="fg.muted">
          {asRead}
        </Box>
      </Box>
      {children}
    </Flex>
  );
};

/** Says under a feed's articles how many older ones are not here, with the button that brings them. */
export const OlderNote = ({ feed }: { feed: Feed }) => {
  const texts = useTexts('older');
  return (
    <Note name="older-note" above="6" text={texts.missing(feed.left_out.over_limit)}>
      <BringOlder feed={feed} />
    </Note>
  );
};

/** Says under the results of a search how many older articles of these feeds were not searched, with buttons that bring them. */
export const NotSearched = ({ feeds }: { feeds: readonly Feed[] }) => {
  const texts = useTexts('older');
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
