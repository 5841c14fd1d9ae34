import fc from 'fast-check';
import { anyCharacter } from './any-character.ts';

/*
 * Samples like those of webUrl, webPath and webQueryParameters of fast-check, with any character percent-encoded, but without
 * their map of all characters: see `anyCharacter`.
 */

const ALPHANUMERIC = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

const percentEncoded = anyCharacter.map((character) => {
  const encoded = encodeURIComponent(character);
  return encoded === character ? `%${character.charCodeAt(0).toString(16)}` : encoded;
});

const textOf = (others: string) =>
  fc.string({
    unit: fc.oneof(
      { weight: 10, arbitrary: fc.constantFrom(...Array.from(ALPHANUMERIC + others)) },
      { weight: 1, arbitrary: percentEncoded },
    ),
  });

/** The path of an address: empty, or with a leading slash. */
export const anyPath = fc
  .array(textOf("-._~!$&'()*+,;=:@"))
  .map((segments) => segments.map((segment) => `/${segment}`).join(''));

/** The query or the fragment of an address, without the character before it. */
export const anyQuery = textOf("-._~!$&'()*+,;=:@/?");

const optional = (mark: string, isThere: boolean) =>
  isThere ? fc.option(anyQuery).map((text) => (text === null ? '' : mark + text)) : fc.constant('');

/** An absolute address of the web, some with a query or a fragment if these are wanted. */
export const anyUrl = ({ withQuery = false, withFragment = false } = {}) =>
  fc
    .tuple(
      fc.constantFrom('http://', 'https://'),
      fc.domain(),
      anyPath,
      optional('?', withQuery),
      optional('#', withFragment),
    )
    .map((parts) => parts.join(''));
