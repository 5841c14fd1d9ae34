import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './password-rules.ts';

describe('a password', () => {
  it.each([
    'password1234',
    'Password12345!',
    'P4ssw0rd!!2024',
    '!!!letmein!!!2024',
    'qwertyuiop12',
    'qwertyuiopasdf',
    '123456789012',
    '1q2w3e4r5t6y',
    '098765432109',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'passwordpassword',
    'iloveyou2024!',
    'omomi-omomi-omomi',
    'Omomi 2026!!!',
    'Anna Schmidt 1984',
    'ｐａｓｓｗｏｒｄ１２３４',
    '112233445566',
    '147258369147',
    'aabbccddeeff',
    '123qweasdzxc',
    '1a2b3c4d5e6f',
    'adminadmin12',
    'hello123hello',
    'test12345678',
    'mypassword12',
    'january2024!',
    'Anna Schmidt Anna Schmidt 7',
    'пароль123456',
  ])('%s is guessed first', (password) => {
    expect(isCommonPassword(password, 'Anna Schmidt')).toBe(true);
  });

  it.each([
    'kettle under the seventh bridge',
    'correct horse battery',
    'xK9#vT2$mQ7w',
    '8302746190532817',
    '山の上の古い時計台から見た海',
    'password of my own grandmother',
    'Anna Schmidt has three cats',
  ])('%s is not', (password) => {
    expect(isCommonPassword(password, 'Anna Schmidt')).toBe(false);
  });
});
