import { useSyncExternalStore } from 'react';

const synthesis = (): SpeechSynthesis | undefined => window.speechSynthesis;

/** Checks whether the browser can read aloud: some have the functions and no voice. */
const hasVoices = (): boolean =>
  'Segmenter' in Intl && 'highlights' in CSS && (synthesis()?.getVoices().length ?? 0) > 0;

const subscribe = (listener: () => void): (() => void) => {
  // Chromium loads its voices when they are first asked for, and tells when it has them.
  synthesis()?.addEventListener('voiceschanged', listener);
  return () => synthesis()?.removeEventListener('voiceschanged', listener);
};

/** Returns whether the browser can read aloud. */
export const useHasVoices = (): boolean => useSyncExternalStore(subscribe, hasVoices);

const baseOf = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? '';

/** Checks whether the browser has a voice of a language. The voice itself is the browser's choice, which its user can set. */
export const hasVoiceOf = (language: string): boolean =>
  synthesis()
    ?.getVoices()
    .some(({ lang }) => baseOf(lang) === baseOf(language)) === true;
