import type { NewSiteSignIn } from '@omomi/backend/contract';
import { z } from 'zod';
import { ApiError } from '../../lib/api/api-error.ts';

/** The texts that a reader typed into the fields of a sign-in for a site. */
export type TypedSignIn = { cookie: string; user: string; password: string; header: string; value: string };

/** Returns the sign-in that was typed; null while there is none, or a part of it is missing. */
export const signInOf = (typed: TypedSignIn): NewSiteSignIn | null => {
  // Developer tools copy the header with its name.
  const cookie = typed.cookie.trim().replace(/^cookie:\s*/i, '');
  const [header, value] = [typed.header.trim(), typed.value.trim()];
  const { user, password } = typed;
  const isHalf = (user === '') !== (password === '') || (header === '') !== (value === '');
  if (isHalf || (cookie === '' && user === '' && header === '')) return null;
  return {
    cookie: cookie === '' ? null : cookie,
    login: user === '' ? null : { user, password },
    headers: header === '' ? [] : [{ name: header, value }],
  };
};

const refusals = z.object({ status: z.number() });
const codes = z.object({ error_code: z.string() });

/** Checks whether a feed could not be read because its site asks for a sign-in, or refuses the one that it got. */
export const asksForSignIn = (error: unknown): boolean => {
  if (!(error instanceof ApiError) || error.code !== 'FEED_UNREACHABLE') return false;
  const status = refusals.safeParse(error.details).data?.status ?? 0;
  const code = codes.safeParse(error.details).data?.error_code ?? '';
  return [401, 402, 403].includes(status) || ['unauthorized', 'forbidden', 'sign_in_needed'].includes(code);
};
