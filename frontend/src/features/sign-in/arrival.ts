import { type SignInError, signInError } from '@omomi/backend/contract';

/** Returns the sign-in error in an address: `unknown` for a code this page does not know, null if there is none. */
export const problemOf = (search: string): SignInError | 'unknown' | null => {
  const word = new URLSearchParams(search).get('error');
  return word === null || word === '' ? null : (signInError.safeParse(word).data ?? 'unknown');
};

/**
 * Returns the path to go back to after signing in. Null if there is none, or if it leads to another host, another
 * scheme, the API or the sign-in page. The server checks it again.
 */
export const returnPath = (search: string): string | null => {
  const wanted = new URLSearchParams(search).get('return_to');
  if (wanted === null || !wanted.startsWith('/')) return null;
  const base = 'https://omomi.invalid';
  const url = URL.parse(wanted, base);
  // The URL of `/.//other.example` has our origin, but its path, used alone, leads to another host.
  if (url === null || url.origin !== base || /^\/(?:\/|sign-in(?:\/|$)|api\/)/.test(url.pathname))
    return null;
  return `${url.pathname}${url.search}`;
};
