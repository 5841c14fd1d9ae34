import { z } from 'zod';
import { timestamp } from './common.ts';

/** A value that is sent in a header: printable ASCII, so that nothing can begin another header. */
const sent = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, 'must be plain letters, digits and signs');

/** Headers that say what the request is, which connection it goes over, or who asks. The cookie has its own field. */
const notOwn =
  /^(?:host|cookie2?|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|via|date|origin|range|user-agent|forwarded|(?:accept|content|if|proxy|sec|x-forwarded)(?:-.*)?)$/i;

const headerName = z
  .string()
  .trim()
  .max(64)
  .regex(/^[a-z][a-z0-9-]*$/i, 'must be the name of a header')
  .refine((name) => !notOwn.test(name), 'must be the name of a header that a site may ask for');

/** Text without control characters (RFC 7617, 2). */
const typed = (most: number, pattern: RegExp) => z.string().min(1).max(most).regex(pattern);

/** The most headers of one feed. */
const MOST_HEADERS = 10;

/**
 * The sign-in of a reader at a site: the value of the Cookie header as the reader's browser sends it, a user name and a password for
 * HTTP authentication (Basic), or headers.
 */
export const newSiteSignIn = z
  .strictObject({
    cookie: sent(4096).nullable().default(null),
    login: z
      .strictObject({
        user: typed(200, /^[^:\p{Cc}]+$/u),
        password: typed(200, /^\P{Cc}+$/u),
      })
      .nullable()
      .default(null),
    headers: z
      .array(z.strictObject({ name: headerName, value: sent(2000) }))
      .max(MOST_HEADERS)
      .default([]),
  })
  .refine(({ cookie, login, headers }) => cookie !== null || login !== null || headers.length > 0, {
    path: [],
    message: 'must have a cookie, a login or a header',
  })
  .refine(
    ({ login, headers }) => {
      const names = headers.map(({ name }) => name.toLowerCase());
      const all = login === null ? names : ['authorization', ...names];
      return new Set(all).size === all.length;
    },
    { path: ['headers'], message: 'must not name a header twice, nor Authorization beside a login' },
  );

export const signInKind = z.enum(['cookie', 'login', 'headers']);

/** The facts of a sign-in that the API returns. It never returns the sign-in itself. */
export const siteSignIn = z.object({
  /** False if this service has no key (SECRETS_KEY), without which it keeps no sign-ins. */
  is_available: z.boolean(),
  /** The kinds that the reader gave; empty without a sign-in. */
  kinds: z.array(signInKind),
  set_at: timestamp.nullable(),
});

export type NewSiteSignIn = z.output<typeof newSiteSignIn>;
export type SignInKind = z.infer<typeof signInKind>;
