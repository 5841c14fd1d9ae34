import { type SignInError, signInError } from '@omomi/backend/contract';

/** Why the sign-in page was come to: `unknown` for a reason that this page has not heard of; null for none. */
export const problemOf = (search: string): SignInError | 'unknown' | null => {
  const word = new URLSearchParams(search).get('error');
  return word === null || word === '' ? null : (signInError.safeParse(word).data ?? 'unknown');
};

/**
 * The path of this service to go back to; null for none, and for everything that leads elsewhere: another host, another
 * scheme, or the sign-in page itself. The server judges it again.
 */
export const returnPath = (search: string): string | null => {
  const wanted = new URLSearchParams(search).get('return_to');
  if (wanted === null || !wanted.startsWith('/')) return null;
  const base = 'https://omomi.invalid';
  const url = URL.parse(wanted, base);
  // `/.//other.example` has our origin, but its path alone names another host.
  if (url === null || url.origin !== base || /^\/(?:\/|sign-in(?:\/|$)|api\/)/.test(url.pathname))
    return null;
  return `${url.pathname}${url.search}`;
};
