import { type Feed, isSampleAddress, isSampleKeyword } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { call } from '../../../lib/api/api.ts';
import { patiently } from '../../../lib/api/limit.ts';
import { useTexts, useI18n } from '../../../lib/i18n/language.tsx';
import { keys } from '../../../lib/queries/query-keys.ts';
import { useDeed } from '../../../lib/queries/use-deed.ts';
import { errorText } from '../../../lib/api/error-text.ts';
import type { Deed, Progress, Report } from './use-deeds.ts';
import { joined } from '../../../lib/format.ts';

const removeKeywords = async (): Promise<void> => {
  const { items } = await call('listKeywords', {});
  for (const { keyword_id } of items.filter(isSampleKeyword))
    await patiently(() => call('deleteKeyword', { params: { keyword_id } }));
};

type Props = { feeds: readonly Feed[]; isBusy: boolean; onLeave: (feeds: Feed[]) => void };

/** Says that some feeds are samples, and takes these away with the keywords that came with them. */
export const SampleNote = ({ feeds, isBusy, onLeave }: Props) => {
  const texts = useTexts('feedsPage').samples;
  const samples = feeds.filter(({ url }) => isSampleAddress(url));
  const { mutate, isPending } = useDeed({
    mutationFn: removeKeywords,
    onSuccess: () => onLeave(samples),
    reload: [keys.keywords],
  });
  if (samples.length === 0) return null;
  return (
    <Flex
      role="note"
      alignItems="center"
      gap="4"
      wrap="wrap"
      bg="bg.subtle"
      borderRadius="xl"
      px="5"
      py="3"
      mb="3"
      textStyle="sm"
    >
      <Box flex="1 1 16rem">{texts.note(samples.length)}</Box>
      <Button size="md" variant="outline" disabled={isBusy || isPending} onClick={() => mutate()}>
        {texts.remove}
      </Button>
    </Flex>
  );
};

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
