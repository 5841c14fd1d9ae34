import { Button } from '@chakra-ui/react/button';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { episodeHere } from '../media/episode.ts';
import type { Recording } from '../media/recordings.ts';
import { changeQueue, useQueue, withLast, without } from './queue.ts';

/** Adds the recording of the open article to the end of the queue, or removes it. */
export const QueueButton = ({ recording, title }: { recording: Recording; title: string }) => {
  const texts = useTexts('listening');
  const isWaiting = useQueue().some(({ url }) => url === recording.url);
  return (
    <Button
      size="sm"
      variant="ghost"
      onClick={() =>
        changeQueue((queue) =>
          isWaiting ? without(queue, recording.url) : withLast(queue, episodeHere(recording, title)),
        )
      }
    >
      {isWaiting ? texts.remove : texts.add}
    </Button>
  );
};
