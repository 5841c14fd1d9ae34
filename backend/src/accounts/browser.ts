import type { Viewer } from '../contract/endpoints/handlers.ts';
import type { Context } from '../model/context.ts';
import type { Session } from '../model/reader/sign-in.ts';
import type { SignInPolicy } from './providers/sign-in-policy.ts';
import { cookieNames, readSessionText, setCookie } from './secret.ts';
import { ABSOLUTE_DAYS, beginSession } from './sessions.ts';

// The first match counts, because browsers also name the browsers they derive from.
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\d.{0,200} Safari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (list: readonly [RegExp, string][], text: string) =>
  list.find(([pattern]) => pattern.test(text))?.[1];

/**
 * Returns a name that the reader recognises a device by, such as `Firefox on Linux`. It uses only names from these
 * lists and no text of the header.
 */
export const deviceOf = (userAgent: string): string => {
  const browser = nameIn(browsers, userAgent) ?? 'Browser';
  const system = nameIn(systems, userAgent);
  return system === undefined ? browser : `${browser} on ${system}`;
};

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
