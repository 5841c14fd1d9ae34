import { keepPosition, readPosition, type Speed } from './positions.ts';

/** How far the buttons of a player go, in seconds. */
export const BACK_SECONDS = 15;
export const FORTH_SECONDS = 30;
/** Seconds of playing after which the position is kept again. */
const KEPT_EVERY = 5;

/** Returns a time of a recording for people, such as `1:02:03`. */
export const clockText = (seconds: number): string => {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), (seconds / 60) % 60];
  return `${hours === 0 ? '' : `${hours}:`}${hours === 0 ? Math.floor(minutes) : two(minutes)}:${two(seconds % 60)}`;
};

/** Sets the speed, also that to which loading a recording resets it. */
export const setRate = (media: HTMLMediaElement, speed: Speed): void => {
  media.defaultPlaybackRate = speed;
  media.playbackRate = speed;
};

export const move = (media: HTMLMediaElement, by: number): void => {
  media.currentTime = Math.max(0, media.currentTime + by);
};

/**
 * Keeps where the reader is in a recording as long as its element exists, in the article or after it was left, and goes on there
 * the next time.
 */
export const followPosition = (media: HTMLMediaElement, url: string): void => {
  let kept = 0;
  const keep = (): void => {
    kept = media.currentTime;
    keepPosition(url, { seconds: media.currentTime, duration: media.duration });
  };
  media.addEventListener('loadedmetadata', () => {
    const from = readPosition(url);
    if (from > 0 && media.currentTime === 0) media.currentTime = from;
  });
  media.addEventListener('timeupdate', () => {
    if (Math.abs(media.currentTime - kept) >= KEPT_EVERY) keep();
  });
  media.addEventListener('pause', keep);
  media.addEventListener('ended', keep);
};
