import type { Episode } from '../media/episode.ts';
import { followPosition, readSpeed, setRate } from '../media/playback.ts';
import { leftNow, setLeft } from './left-recording.ts';
import { changeQueue, readQueue, without } from './queue.ts';

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
