import { describe, expect, it } from 'vitest';
import { accountTexts } from '../../lib/i18n/texts/account.ts';
import { deviceText } from './queries.ts';

describe('a device', () => {
  it('is named in the reader’s language', () => {
    const { en, ja } = accountTexts;
    for (const told of ['Firefox on Linux', 'Safari', 'Browser', 'Samsung Internet on Android'])
      expect(deviceText(en.account, told)).toBe(told);
    expect(deviceText(ja.account, 'Firefox on Linux')).toBe('Linux の Firefox');
    expect(deviceText(ja.account, 'Browser')).toBe('ブラウザー');
  });
});
