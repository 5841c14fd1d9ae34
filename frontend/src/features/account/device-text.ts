import type { AccountTexts } from '../../lib/i18n/texts/account.ts';

/** A device in the reader's language. The server tells it as `Firefox on Linux`, with `Browser` for one it does not know. */
export const deviceText = (
  { browser, device }: Pick<AccountTexts['account'], 'browser' | 'device'>,
  told: string,
): string => {
  const [name = '', system] = told.split(' on ', 2);
  const known = name === 'Browser' ? browser : name;
  return system === undefined ? known : device(known, system);
};
