import type { Reader } from '../contract/endpoints/handlers.ts';
import { DomainError } from '../lib/errors.ts';
import type { Context } from '../model/context.ts';

/** Time during which a sign-in counts as fresh, in milliseconds. */
export const FRESH_MS = 10 * 60_000;

/** Returns whether the reader authenticated within the last ten minutes. */
export const isFresh = async (
  { sessions, now }: Pick<Context, 'sessions' | 'now'>,
  { user_id, session_id }: Reader,
): Promise<boolean> => {
  const session = session_id === undefined ? null : await sessions.get(user_id, session_id);
  const at = session?.authenticated_at ?? null;
  return at !== null && now().getTime() - new Date(at).getTime() < FRESH_MS;
};

export const freshSignInNeeded = (): DomainError =>
  new DomainError('FRESH_SIGN_IN_NEEDED', 'This needs a sign-in of the last ten minutes.');

/**
 * Checks that whoever holds the session can also sign in, before a way in is added: a copied cookie must not become a
 * way in that lasts. A trusted proxy has just vouched for its reader. Throws FRESH_SIGN_IN_NEEDED.
 */
export const requireFresh = async (ctx: Pick<Context, 'sessions' | 'now'>, reader: Reader): Promise<void> => {
  if (reader.via === 'proxy' || (await isFresh(ctx, reader))) return;
  throw freshSignInNeeded();
};
