import type { SignInSettings } from '../../config/sign-in.ts';
import type { GuardedFetch } from '../../web/guard/guarded-fetch.ts';
import { createAdmission, type Admission } from './admission.ts';
import { createOpenIdProvider, type SignInProvider } from './openid-provider.ts';

/** The ways to sign in and the rules of admission. */
export type SignInPolicy = {
  providers: readonly SignInProvider[];
  /** The rules of admission by address; null if there is no sign-in and everyone is the local reader. */
  admission: Admission | null;
  /** True if readers sign in with passwords and passkeys, which they get by invitation. */
  hasAccounts: boolean;
  /** The owner's name as a trusted proxy gives it; null if no proxy signs readers in. */
  proxyOwner: string | null;
  /** True if sessions also work over plain http. */
  isHttpAllowed: boolean;
};

/** The policy of a loopback address, where everyone is the same reader. */
export const openPolicy: SignInPolicy = {
  providers: [],
  admission: null,
  hasAccounts: false,
  proxyOwner: null,
  isHttpAllowed: false,
};

/** The policy of a deployment without sign-in settings, which admits nobody. */
export const closedPolicy = {
  ...openPolicy,
  admission: { admits: () => false, isOwner: () => false },
} satisfies SignInPolicy;

/** Returns the hosts of the issuers. The owner chose them, so they may be in a private network. */
export const issuerHosts = ({ providers }: SignInSettings): string[] =>
  providers.map(({ issuer }) => new URL(issuer).host);

export const createSignInPolicy = (settings: SignInSettings, fetch: GuardedFetch): SignInPolicy => ({
  providers: settings.providers.map((provider) => createOpenIdProvider(provider, fetch)),
  admission: createAdmission(settings),
  hasAccounts: settings.hasAccounts ?? false,
  proxyOwner: settings.proxy?.owner ?? null,
  isHttpAllowed: settings.isHttpAllowed ?? false,
});

/** Returns true if readers are admitted here without an address: by invitation or by a proxy. */
export const admitsMembers = ({ hasAccounts, proxyOwner }: SignInPolicy): boolean =>
  hasAccounts || proxyOwner !== null;
