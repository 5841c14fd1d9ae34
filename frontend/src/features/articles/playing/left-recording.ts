import { useSyncExternalStore } from 'react';
import { createListeners } from '../../../lib/listeners.ts';
import type { Episode } from '../media/recordings.ts';

/** A recording that goes on, or was begun, without its article. */
export type LeftRecording = {
  episode: Episode;
  media: HTMLMediaElement;
  /** Keeps the position and follows the element no longer. */
  endFollowing: () => void;
};

let left: LeftRecording | null = null;
const listeners = createListeners();

/** Shows another recording as the one that goes on. */
export const setLeft = (next: LeftRecording | null): void => {
  left = next;
  listeners.callAll();
};

/** Ends the recording that goes on without its article, if there is one. Its position is kept. */
export const endLeft = (): void => {
  if (left === null) return;
  left.media.pause();
  left.media.remove();
  setLeft(null);
};

/**
 * Lets a recording go on while its article leaves the page. A media element that changes its place in the document within one
 * task plays on (HTML, "media elements", insertion and removing steps).
 */
export const goOnWithout = (recording: LeftRecording): void => {
  endLeft();
  recording.media.hidden = true;
  document.body.append(recording.media);
  setLeft(recording);
};

/** Ends the recording of this address because its article is here again. Returns where it was, in seconds; null if it did not go on. */
export const takeBack = (url: string): number | null => {
  if (left?.episode.url !== url) return null;
  const { currentTime } = left.media;
  endLeft();
  return currentTime;
};

export const leftNow = (): LeftRecording | null => left;

/** Returns the recording that goes on without its article; null if there is none. */
export const useLeftRecording = (): LeftRecording | null => useSyncExternalStore(listeners.add, () => left);
