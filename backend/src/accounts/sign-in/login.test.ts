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
  ])('may be %s', (_, at) => {
    expect(() => checkFresh(link, at, false)).not.toThrow();
  });

  it.each([
    ['earlier', new Date('2026-03-01T07:49:59.000Z')],
    ['nobody knows when', null],
  ])('is not %s, but signing in needs no fresh one', (_, at) => {
    expect(() => checkFresh(link, at, false)).toThrow(refusal);
    expect(() => checkFresh({ created_at, purpose: { kind: 'sign_in' } }, at, false)).not.toThrow();
  });

  it('is assumed for Google without auth_time, but a given auth_time counts', () => {
    const fetch = () => Promise.reject(new Error('not asked'));
    const of = (issuer: string) =>
      createOpenIdProvider({ provider: 'p', name: 'P', issuer, client_id: 'c' }, fetch).hides_auth_time;
    expect(of('https://accounts.google.com')).toBe(true);
    expect(of('https://idp.example')).toBe(false);
    expect(() => checkFresh(link, null, true)).not.toThrow();
    expect(() => checkFresh(link, new Date('2026-03-01T07:00:00.000Z'), true)).toThrow(refusal);
  });
});

it('a reader mark differs by reader and by attempt', () => {
  const marks = [readerMark('a', 'anna'), readerMark('a', 'ben'), readerMark('b', 'anna')];
  expect(new Set(marks).size).toBe(3);
  expect(readerMark('a', 'anna')).toBe(marks[0]);
});
