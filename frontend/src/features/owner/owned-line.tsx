import { Box, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Button } from '@chakra-ui/react/button';
import { useTexts } from '../../lib/i18n/language.tsx';
import { ownerTexts } from '../../lib/i18n/texts/owner.ts';

type Props = {
  title: ReactNode;
  /** Facts about it, which are shown in one line. */
  facts: readonly string[];
  /** What is wrong with it. */
  trouble?: string | null;
  action?: ReactNode;
  children?: ReactNode;
};

/** Shows a line of one of the owner's lists. */
export const OwnedLine = ({ title, facts, trouble = null, action, children }: Props) => (
  <Box as="li" py="2.5" borderTopWidth="1px" borderColor="border" _last={{ borderBottomWidth: '1px' }}>
    <Flex gap="4" alignItems="center" justifyContent="space-between">
      <Box minW="0" overflowWrap="anywhere">
        <Box fontWeight="medium">{title}</Box>
        <Box color="fg.muted" textStyle="xs">
          {facts.join(' · ')}
        </Box>
        {trouble === null ? null : (
          <Box color="fg.error" textStyle="xs">
            {trouble}
          </Box>
        )}
      </Box>
      {action}
    </Flex>
    {children}
  </Box>
);

type MoreProps = {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
};

/** Shows the button for the next page of a list, if there is one. */
export const More = ({ query }: MoreProps) => {
  const texts = useTexts(ownerTexts);
  return query.hasNextPage ? (
    <Button
      mt="4"
      size="md"
      variant="outline"
      disabled={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {texts.more}
    </Button>
  ) : null;
};
