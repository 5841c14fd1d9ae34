import type { SignInSettings } from '../../config/sign-in.ts';
import type { GuardedFetch } from '../../outbound/guard/guarded-fetch.ts';
import { createAdmission, type Admission } from './admission.ts';
import { createOpenIdProvider, type SignInProvider } from './openid-provider.ts';

/** The sign-in providers and the rules of admission. */
export type Gate = {
  providers: readonly SignInProvider[];
  /** The rules of admission; null if there is no sign-in and everyone is the local reader. */
  admission: Admission | null;
};

/** The gate of a loopback address, where everyone is the same reader. */
export const openGate: Gate = { providers: [], admission: null };

/** The gate of a deployment without sign-in settings, which admits nobody. */
export const closedGate = {
  providers: [],
  admission: { admits: () => false, isOwner: () => false },
} satisfies Gate;

/** Returns the hosts of the issuers. The owner chose them, so they may be in a private network. */
export const issuerHosts = ({ providers }: SignInSettings): string[] =>
  providers.map(({ issuer }) => new URL(issuer).host);

export const createGate = (settings: SignInSettings, fetch: GuardedFetch): Gate => ({
  providers: settings.providers.map((provider) => createOpenIdProvider(provider, fetch)),
  admission: createAdmission(settings),
});
