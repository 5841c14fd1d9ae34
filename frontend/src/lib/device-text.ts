import type { LaterTexts } from './i18n/en/later.ts';

/** Translates a device. The server names it as `Firefox on Linux`, or `Browser` if it does not know the browser. */
export const deviceText = (
  { browser, device }: Pick<LaterTexts['account']['account'], 'browser' | 'device'>,
  told: string,
): string => {
  const [name = '', system] = told.split(' on ', 2);
  const known = name === 'Browser' ? browser : name;
  return system === undefined ? known : device(known, system);
};
