import { describe, expect, it } from 'vitest';
import { checkFresh, readerMark } from './login.ts';
import { createOpenIdProvider } from '../providers/openid-provider.ts';

const created_at = '2026-03-01T08:00:00.000Z';
const link = { created_at, purpose: { kind: 'link', reader_mark: 'm' } } as const;

describe('a fresh sign-in', () => {
  const refusal = 'did not ask again';

  it.each([
    ['after the asking', new Date('2026-03-01T08:01:00.000Z')],
    ['ten minutes before', new Date('2026-03-01T07:50:00.000Z')],
  ])('is accepted %s', (_, at) => {
    expect(() => checkFresh(link, at, false)).not.toThrow();
  });

  it.each([
    ['earlier', new Date('2026-03-01T07:49:59.000Z')],
    ['nobody knows when', null],
  ])('is refused for %s when linking, but not when signing in', (_, at) => {
    expect(() => checkFresh(link, at, false)).toThrow(refusal);
    expect(() => checkFresh({ created_at, purpose: { kind: 'sign_in' } }, at, false)).not.toThrow();
  });

  it('is assumed for Google if auth_time is missing, but an old auth_time is refused', () => {
    const fetch = () => Promise.reject(new Error('not asked'));
    const of = (issuer: string) =>
      createOpenIdProvider({ provider: 'p', name: 'P', issuer, client_id: 'c' }, fetch).hides_auth_time;
    expect(of('https://accounts.google.com')).toBe(true);
    expect(of('https://idp.example')).toBe(false);
    expect(() => checkFresh(link, null, true)).not.toThrow();
    expect(() => checkFresh(link, new Date('2026-03-01T07:00:00.000Z'), true)).toThrow(refusal);
  });
});

it('a reader mark differs for each reader and each attempt', () => {
  const marks = [readerMark('a', 'anna'), readerMark('a', 'ben'), readerMark('b', 'anna')];
  expect(new Set(marks).size).toBe(3);
  expect(readerMark('a', 'anna')).toBe(marks[0]);
});
