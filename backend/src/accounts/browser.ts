import { deviceOf } from '../contract/devices.ts';
import type { Viewer } from '../contract/endpoints/handlers.ts';
import type { Context } from '../model/context.ts';
import type { Session } from '../model/reader/sign-in.ts';
import type { SignInPolicy } from './providers/sign-in-policy.ts';
import { cookieNames, readSessionText, setCookie } from './secret.ts';
import { ABSOLUTE_DAYS, beginSession } from './sessions.ts';

export type EnterContext = Pick<Context, 'sessions' | 'now'> & { signInPolicy: SignInPolicy };

type NewSession = Pick<Session, 'user_id' | 'email' | 'is_owner' | 'identity_id' | 'authenticated_at'>;

/** Begins a session in the viewer's browser and returns its cookie. The browser's previous session ends. */
export const enterBrowser = async (
  ctx: EnterContext,
  viewer: Viewer,
  session: NewSession,
): Promise<string> => {
  const { session: name } = cookieNames(ctx.signInPolicy);
  const { text } = await beginSession(ctx, { ...session, device: deviceOf(viewer.user_agent) });
  // A sign-in never reuses the previous session, so an attacker who planted or copied that one gains nothing.
  const before = readSessionText(viewer.cookies[name] ?? '');
  if (before !== null) await ctx.sessions.delete(before.user_id, before.hash);
  return setCookie(name, text, ABSOLUTE_DAYS * 86_400);
};
