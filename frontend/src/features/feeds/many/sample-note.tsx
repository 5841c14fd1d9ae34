import { type Feed, isSampleAddress, isSampleKeyword } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { call } from '../../../lib/api/api.ts';
import { patiently } from '../../../lib/api/limit.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { keys } from '../../../lib/queries/query-keys.ts';
import { useDeed } from '../../../lib/queries/use-deed.ts';

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
