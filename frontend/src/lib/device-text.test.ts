import { describe, expect, it } from 'vitest';
import { deviceText } from './device-text.ts';
import { texts } from '../../test/texts.ts';

describe('a device', () => {
  it('is named in the reader’s language', () => {
    const { en, ja } = texts.account;
    for (const told of ['Firefox on Linux', 'Safari', 'Browser', 'Samsung Internet on Android'])
      expect(deviceText(en.account, told)).toBe(told);
    expect(deviceText(ja.account, 'Firefox on Linux')).toBe('Linux の Firefox');
    expect(deviceText(ja.account, 'Browser')).toBe('ブラウザー');
  });
});
