import { Menu } from '@chakra-ui/react/menu';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { recordingOf } from '../media/recordings.ts';
import { articleQuery } from '../queries.ts';
import { changeQueue, useQueue, withLast, withNext, without } from './queue.ts';

/**
 * Returns the items of an article's menu that put its sound into the queue or take it out; none for an article without one. What an article
 * encloses is known once it was opened or loaded ahead, and is not asked for here.
 */
export const useQueueItems = (articleId: string) => {
  const texts = useTexts('listening');
  const queue = useQueue();
  const { data } = useQuery({ ...articleQuery(articleId), enabled: false });
  const sound = data?.enclosures
    .flatMap((enclosure) => recordingOf(enclosure) ?? [])
    .find(({ kind }) => kind === 'audio');
  if (data === undefined || sound === undefined) return { items: null, choose: () => undefined };
  const isWaiting = queue.some(({ url }) => url === sound.url);
  const episode = { ...sound, title: data.title, address: `/?article=${articleId}` };
  return {
    items: (
      <>
        <Menu.Item value="play-next">{texts.playNext}</Menu.Item>
        <Menu.Item value="queue">{isWaiting ? texts.remove : texts.add}</Menu.Item>
      </>
    ),
    choose: (value: string): void => {
      if (value === 'play-next') changeQueue((before) => withNext(before, episode));
      if (value === 'queue')
        changeQueue((before) => (isWaiting ? without(before, sound.url) : withLast(before, episode)));
    },
  };
};
