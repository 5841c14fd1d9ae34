import { type Language, useI18n } from './language.tsx';

/** The texts of a page that is loaded only when it is opened, and they with it. */
export type Texts<T> = Record<Language, T>;

export const useTexts = <T>(texts: Texts<T>): T => texts[useI18n().language];
