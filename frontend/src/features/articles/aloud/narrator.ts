import { hasVoiceOf } from './voices.ts';
import { createListeners } from '../../../lib/listeners.ts';

/** What tells how speaking a part went; exactly one of them is called, at most once. */
export type Said = { onEnd: () => void; onFail: () => void };

type Speaker = {
  /** Speaks a part. */
  say: (part: string, said: Said) => void;
  /** Ends what is being said. Its functions may still be called. */
  hush: () => void;
};

/** Which part is being read, and whether it is being spoken. */
export type Reading = { at: number; isPlaying: boolean };

type Listeners = {
  onChange: (reading: Reading) => void;
  /** The last part was spoken. */
  onEnd: () => void;
  onFail: () => void;
};

/** Lets only what is said last tell how it went: browsers tell of what they were made to end, too. */
const onlyLast = ({ say, hush }: Speaker): Speaker => {
  let turn = 0;
  return {
    say: (part, { onEnd, onFail }) => {
      turn += 1;
      const mine = turn;
      const ifLast = (run: () => void) => (): void => {
        if (mine === turn) run();
      };
      say(part, { onEnd: ifLast(onEnd), onFail: ifLast(onFail) });
    },
    hush: () => {
      turn += 1;
      hush();
    },
  };
};

/** Returns where a part is that is the same as another, the nearest to a place; undefined if it is not there. */
const nearest = (parts: readonly string[], same: string | undefined, to: number): number | undefined =>
  [...parts.keys()]
    .filter((at) => parts[at] === same)
    .toSorted((a, b) => Math.abs(a - to) - Math.abs(b - to))[0];

/**
 * Creates what reads the parts of a text one after another. A pause ends the part that is being spoken, and going on begins it
 * again: browsers on phones cannot pause within a part, and none changes the speed within it.
 */
export const createNarrator = (speaker: Speaker, { onChange, onEnd, onFail }: Listeners) => {
  const { say, hush } = onlyLast(speaker);
  let parts: readonly string[] = [];
  let reading: Reading = { at: 0, isPlaying: false };
  const set = (next: Reading): void => {
    reading = next;
    onChange(reading);
  };
  const stop = (): void => {
    hush();
    set({ ...reading, isPlaying: false });
  };
  const speak = (at: number): void => {
    const part = parts[at];
    if (part === undefined) {
      stop();
      onEnd();
      return;
    }
    hush();
    set({ at, isPlaying: true });
    say(part, {
      // The text may have been corrected meanwhile.
      onEnd: () => speak(reading.at + 1),
      onFail: () => {
        stop();
        onFail();
      },
    });
  };
  return {
    /** Reads other parts, from the first one. */
    begin: (next: readonly string[]): void => {
      parts = next;
      speak(0);
    },
    /** Goes on in a changed text at the part that is being read. Returns false if it is not in there; the former text is then read to its end. */
    correct: (next: readonly string[]): boolean => {
      const at = nearest(next, parts[reading.at], reading.at);
      if (at === undefined) return false;
      parts = next;
      set({ ...reading, at });
      return true;
    },
    toggle: (): void => (reading.isPlaying ? stop() : speak(reading.at)),
    /** Goes to an earlier or later part, within the text. */
    move: (by: number): void => {
      const at = Math.max(0, Math.min(parts.length - 1, reading.at + by));
      if (reading.isPlaying) speak(at);
      else set({ ...reading, at });
    },
    /** Begins the current part again, if it is being spoken: its speed has changed. */
    again: (): void => {
      if (reading.isPlaying) speak(reading.at);
    },
    stop,
  };
};

export type Narrator = ReturnType<typeof createNarrator>;

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
