import { Button } from '@chakra-ui/react/button';
import { Box, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';

type Props = { title: ReactNode; facts: string; action?: ReactNode; testId?: string };

/** Shows a line of a list: title, facts and an action. */
export const ListLine = ({ title, facts, action, testId }: Props) => (
  <Flex
    as="li"
    alignItems="center"
    gap="4"
    py="2.5"
    borderTopWidth="1px"
    borderColor="border"
    _last={{ borderBottomWidth: '1px' }}
    {...(testId === undefined ? {} : { 'data-testid': testId })}
  >
    <Box flex="1" minW="0">
      <Flex alignItems="center" gap="2" wrap="wrap" textStyle="sm" fontWeight="medium">
        {title}
      </Flex>
      <Box color="fg.muted" textStyle="xs" overflowWrap="anywhere">
        {facts}
      </Box>
    </Box>
    {action}
  </Flex>
);

/** Shows a short label beside a title. */
export const Tag = ({
  children,
  tone = 'plain',
}: {
  children: ReactNode;
  tone?: 'plain' | 'strong' | 'error';
}) => (
  <Box
    as="span"
    textStyle="xs"
    fontWeight="medium"
    px="2"
    py="0.5"
    borderRadius="full"
    bg={tone === 'strong' ? 'shu.subtle' : tone === 'error' ? 'bg.error' : 'bg.muted'}
    color={tone === 'strong' ? 'shu.fg' : tone === 'error' ? 'fg.error' : 'fg.muted'}
    whiteSpace="nowrap"
  >
    {children}
  </Box>
);

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

type MoreProps = {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  label: string;
};

/** Shows the button for the next page of a list, if there is one. */
export const More = ({ query, label }: MoreProps) =>
  query.hasNextPage ? (
    <Button
      mt="4"
      size="md"
      variant="outline"
      disabled={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {label}
    </Button>
  ) : null;
