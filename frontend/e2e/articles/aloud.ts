/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/** Gives a browser that has none voices of these languages. They say nothing, and end a text when `endSpoken` says so. */
export const addVoices = (page: Page, languages: string[]): Promise<unknown> =>
  page.addInitScript((voices: string[]) => {
    class Speech extends EventTarget {
      current: SpeechSynthesisUtterance | null = null;
      getVoices = () => voices.map((lang) => ({ lang }));
      speak = (utterance: SpeechSynthesisUtterance) => {
        this.current = utterance;
      };
      cancel = () => {
        const { current } = this;
        this.current = null;
        current?.dispatchEvent(new Event('error'));
      };
    }
    Object.defineProperty(window, 'speechSynthesis', { value: new Speech() });
  }, languages);

/** Ends the text that is being spoken. */
export const endSpoken = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const current: unknown = Reflect.get(window.speechSynthesis, 'current');
    if (current instanceof SpeechSynthesisUtterance) current.dispatchEvent(new Event('end'));
  });

/** Returns what is being spoken, and which parts of the page are marked; null while nothing is spoken. */
export const spokenNow = (page: Page) =>
  page.evaluate(() => {
    const current: unknown = Reflect.get(window.speechSynthesis, 'current');
    if (!(current instanceof SpeechSynthesisUtterance)) return null;
    const { text, lang, rate } = current;
    return { text, language: lang, rate, marked: Array.from(CSS.highlights.get('aloud') ?? [], String) };
  });
