import { type SettingsTexts, settingsEn } from './settings-en.ts';
import { settingsJa } from './settings-ja.ts';
import type { Texts } from './texts.ts';

export const settingsTexts: Texts<SettingsTexts> = { en: settingsEn, ja: settingsJa };
