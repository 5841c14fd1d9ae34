import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { errorText } from '../../../lib/api/error-text.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import type { Deed, Progress, Report } from './use-deeds.ts';
import { joined } from '../../../lib/format.ts';

/** Tells how far a deed is, with a button that stops it. */
export const DeedProgress = ({
  progress: { kind, done, total, isWaiting },
  onStop,
}: {
  progress: Progress & { kind: Deed['kind'] };
  onStop: () => void;
}) => {
  const texts = useTexts('feedsPage');
  return (
    <Flex alignItems="center" gap="3" minH="10" textStyle="sm">
      <Box as="output" flex="1" minW="0">
        {texts.working[kind](done, total)}
        {isWaiting ? <Box color="fg.muted">{texts.waiting}</Box> : null}
      </Box>
      <Button size="sm" minH="9" variant="ghost" onClick={onStop}>
        {texts.stop}
      </Button>
    </Flex>
  );
};

type ReportProps = { report: Report; onAgain: () => void; onDismiss: () => void };

/** Names the feeds for which a deed failed, each with the reason, and offers to try these again. */
export const DeedReport = ({ report: { deed, failed, left }, onAgain, onDismiss }: ReportProps) => {
  const { t } = useI18n();
  const texts = useTexts('feedsPage');
  return (
    <Box role="alert" bg="bg.error" borderRadius="xl" px="5" py="3.5" mb="3" textStyle="sm">
      {failed.length === 0 ? null : (
        <>
          <Box fontWeight="semibold" color="fg.error">
            {texts.failed[deed.kind](failed.length)}
          </Box>
          <Box as="ul" listStyleType="none" maxH="10rem" overflowY="auto" mt="1">
            {failed.map(({ feed, error }) => {
              const { what, todo } = errorText(t, error);
              return (
                <li key={feed.feed_id}>
                  <Box as="span" fontWeight="medium">
                    {feed.title}
                  </Box>{' '}
                  — {joined([what, todo])}
                </li>
              );
            })}
          </Box>
        </>
      )}
      {left.length === 0 ? null : <Box>{texts.stopped(left.length)}</Box>}
      <Flex gap="2" mt="2">
        <Button size="sm" minH="9" variant="subtle" onClick={onAgain}>
          {t.common.retry}
        </Button>
        <Button size="sm" minH="9" variant="ghost" onClick={onDismiss}>
          {t.common.dismiss}
        </Button>
      </Flex>
    </Box>
  );
};
