import { Box } from '@chakra-ui/react';
import { useSyncExternalStore } from 'react';
import type { Episode } from '../media/recordings.ts';
import { followPosition, readSpeed, setRate } from '../media/playback.ts';
import { leftNow, setLeft } from './left-recording.ts';
import { changeQueue, readQueue, without, useQueue } from './queue.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { languageOf } from '../../../lib/format.ts';
import { createListeners } from '../../../lib/listeners.ts';

const newMedia = (): HTMLMediaElement => {
  const media = new Audio();
  media.hidden = true;
  media.addEventListener('ended', playNext);
  document.body.append(media);
  return media;
};

/**
 * Plays a recording from where the reader was, in its article if that is open, else without it. The element of the recording before plays this
 * one too, because some browsers let no other element play unless the reader presses something.
 */
export const playEpisode = (episode: Episode): void => {
  changeQueue((queue) => without(queue, episode.url));
  const all = [...document.querySelectorAll<HTMLMediaElement>('audio, video')];
  for (const other of all) if (other.src !== episode.url) other.pause();
  const here = all.find(({ src }) => src === episode.url);
  if (here !== undefined) {
    void here.play().catch(() => undefined);
    return;
  }
  const left = leftNow();
  left?.endFollowing();
  const media = left?.media ?? newMedia();
  media.src = episode.url;
  setRate(media, readSpeed());
  setLeft({ episode, media, endFollowing: followPosition(media, episode) });
  void media.play().catch(() => undefined);
};

/** Plays what waits first in the queue, if anything does. */
export const playNext = (): void => {
  const [next] = readQueue();
  if (next !== undefined) playEpisode(next);
};

/** Names the recording that is played next, if one waits. */
export const Following = () => {
  const texts = useTexts('listening');
  const [next] = useQueue();
  return next === undefined ? null : (
    <Box truncate px="1" textStyle="xs" color="fg.muted" lang={languageOf(next.title)}>
      {texts.following(next.title)}
    </Box>
  );
};

/** Minutes after which a reader can let recordings stop. */
export const sleeps = [15, 30, 45, 60] as const;
type Sleep = (typeof sleeps)[number];

let chosenSleep: Sleep | null = null;
let sleepTimer = 0;
const listeners = createListeners();

const setSleep = (next: Sleep | null): void => {
  chosenSleep = next;
  listeners.callAll();
};

const pauseAll = (): void => {
  for (const media of document.querySelectorAll<HTMLMediaElement>('audio, video')) media.pause();
  setSleep(null);
};

/** Pauses every recording after so many minutes, whichever plays then, in its article or without it. Null: never. */
export const sleepAfter = (minutes: Sleep | null): void => {
  window.clearTimeout(sleepTimer);
  if (minutes !== null) sleepTimer = window.setTimeout(pauseAll, minutes * 60_000);
  setSleep(minutes);
};

/** Returns the minutes that were chosen last; null if recordings do not stop by themselves. */
export const useSleep = (): Sleep | null => useSyncExternalStore(listeners.add, () => chosenSleep);
