import { useSyncExternalStore } from 'react';
import type { Recording } from '../media/recordings.ts';
import { createListeners } from '../../../lib/listeners.ts';

/** A recording that goes on after its article was left. */
export type LeftRecording = {
  recording: Recording;
  /** The title of the article, and the address that leads back to it. */
  title: string;
  address: string;
  media: HTMLMediaElement;
};

let left: LeftRecording | null = null;
const listeners = createListeners();

const set = (next: LeftRecording | null): void => {
  left = next;
  listeners.callAll();
};

/** Ends the recording that goes on without its article, if there is one. Its position is kept. */
export const endLeft = (): void => {
  if (left === null) return;
  left.media.pause();
  left.media.remove();
  set(null);
};

/**
 * Lets a recording go on while its article leaves the page. A media element that changes its place in the document within one
 * task plays on (HTML, "media elements", insertion and removing steps).
 */
export const goOnWithout = (recording: LeftRecording): void => {
  endLeft();
  recording.media.hidden = true;
  document.body.append(recording.media);
  set(recording);
};

/** Ends the recording of this address because its article is here again. Returns where it was, in seconds; null if it did not go on. */
export const takeBack = (url: string): number | null => {
  if (left?.recording.url !== url) return null;
  const { currentTime } = left.media;
  endLeft();
  return currentTime;
};

/** Returns the recording that goes on without its article; null if there is none. */
export const useLeftRecording = (): LeftRecording | null => useSyncExternalStore(listeners.add, () => left);
