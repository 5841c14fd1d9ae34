import { type Narrator, type Reading, type Said, createNarrator } from './narrator.ts';
import { hasVoiceOf } from './voices.ts';
import { createListeners } from '../../../lib/listeners.ts';

/** `speed` is 1 for the usual one. */
type Voice = { language: string; speed: number };

const utter = (
  part: string,
  { onEnd, onFail }: Said,
  { language, speed }: Voice,
): SpeechSynthesisUtterance => {
  const utterance = new SpeechSynthesisUtterance(part);
  utterance.lang = language;
  utterance.rate = speed;
  utterance.addEventListener('end', onEnd);
  utterance.addEventListener('error', onFail);
  speechSynthesis.speak(utterance);
  return utterance;
};

export type Wiring = {
  /** The article was read to its end. */
  onEnd: () => void;
  /** The browser did not read, for instance because it has no voice of the language. */
  onFail: () => void;
};

type Aloud = {
  narrator: Narrator;
  /** Sets how the following parts are spoken. */
  setVoice: (voice: Partial<Voice>) => void;
  setWiring: (wiring: Wiring) => void;
  reading: () => Reading;
  subscribe: (listener: () => void) => () => void;
};

/** Creates a narrator that speaks with the voices of the browser. */
export const createAloud = (speed: number): Aloud => {
  let voice: Voice = { language: '', speed };
  let wiring: Wiring | null = null;
  let reading: Reading = { at: 0, isPlaying: false };
  // Chromium tells nothing of an utterance that nothing holds.
  const held: SpeechSynthesisUtterance[] = [];
  const listeners = createListeners();
  const narrator = createNarrator(
    {
      say: (part, said) => {
        if (hasVoiceOf(voice.language)) held[0] = utter(part, said, voice);
        else said.onFail();
      },
      hush: () => speechSynthesis.cancel(),
    },
    {
      onChange: (next) => {
        reading = next;
        listeners.callAll();
      },
      onEnd: () => wiring?.onEnd(),
      onFail: () => wiring?.onFail(),
    },
  );
  return {
    narrator,
    setVoice: (changed) => {
      voice = { ...voice, ...changed };
    },
    setWiring: (next) => {
      wiring = next;
    },
    reading: () => reading,
    subscribe: listeners.add,
  };
};
