import type { SignInSettings } from '../../config/sign-in.ts';
import type { GuardedFetch } from '../../web/guard/guarded-fetch.ts';
import { createAdmission, type Admission } from './admission.ts';
import { createOpenIdProvider, type SignInProvider } from './openid-provider.ts';

/** The sign-in providers and the rules of admission. */
export type SignInPolicy = {
  providers: readonly SignInProvider[];
  /** The rules of admission; null if there is no sign-in and everyone is the local reader. */
  admission: Admission | null;
};

/** The policy of a loopback address, where everyone is the same reader. */
export const openPolicy: SignInPolicy = { providers: [], admission: null };

/** The policy of a deployment without sign-in settings, which admits nobody. */
export const closedPolicy = {
  providers: [],
  admission: { admits: () => false, isOwner: () => false },
} satisfies SignInPolicy;

/** Returns the hosts of the issuers. The owner chose them, so they may be in a private network. */
export const issuerHosts = ({ providers }: SignInSettings): string[] =>
  providers.map(({ issuer }) => new URL(issuer).host);

export const createSignInPolicy = (settings: SignInSettings, fetch: GuardedFetch): SignInPolicy => ({
  providers: settings.providers.map((provider) => createOpenIdProvider(provider, fetch)),
  admission: createAdmission(settings),
});
