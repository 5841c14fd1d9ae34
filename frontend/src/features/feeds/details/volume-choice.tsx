import { feedVolume, type Feed } from '@omomi/backend/contract';
import { Box, chakra } from '@chakra-ui/react';
import { useId } from 'react';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { feedDialogsTexts } from '../../../lib/i18n/texts/feed-dialogs.ts';
import { useUpdateFeed } from '../mutations.ts';

/** Lets the reader choose how much weight the articles of a feed have. */
export const VolumeChoice = ({ feed }: { feed: Feed }) => {
  const { details: texts } = useTexts(feedDialogsTexts);
  const update = useUpdateFeed();
  const id = useId();
  return (
    <Box mt="5" textStyle="sm">
      <chakra.label htmlFor={id} display="block" fontWeight="semibold" mb="1.5">
        {texts.volume}
      </chakra.label>
      <chakra.select
        id={id}
        value={feed.volume}
        disabled={update.isPending}
        onChange={(event) =>
          update.mutate({ feed, changes: { volume: feedVolume.parse(event.target.value) } })
        }
        w="full"
        minH="11"
        px="3"
        borderWidth="1px"
        borderColor="border"
        borderRadius="lg"
        bg="bg"
      >
        {feedVolume.options.map((volume) => (
          <option key={volume} value={volume}>
            {texts.volumes[volume]}
          </option>
        ))}
      </chakra.select>
      <Box color="fg.muted" mt="1.5">
        {texts.volumeHint}
      </Box>
    </Box>
  );
};
