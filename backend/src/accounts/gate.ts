import type { SignInSettings } from '../config/sign-in.ts';
import type { GuardedFetch } from '../outbound/guarded-fetch.ts';
import { createAdmission, type Admission } from './admission.ts';
import { createOpenIdProvider, type SignInProvider } from './openid-provider.ts';

/** Who gets in, and how they show who they are. */
export type Gate = {
  providers: readonly SignInProvider[];
  /** Null where there is no sign-in and everyone is the local reader. */
  admission: Admission | null;
};

/** For a loopback address: whoever reaches it is the one reader. */
export const openGate: Gate = { providers: [], admission: null };

/** For a deployment that was not told whom to let in. */
export const closedGate = {
  providers: [],
  admission: { admits: () => false, isOwner: () => false },
} satisfies Gate;

/** The issuers' hosts, which the owner chose and which may be in a private network. */
export const issuerHosts = ({ providers }: SignInSettings): string[] =>
  providers.map(({ issuer }) => new URL(issuer).host);

export const createGate = (settings: SignInSettings, fetch: GuardedFetch): Gate => ({
  providers: settings.providers.map((provider) => createOpenIdProvider(provider, fetch)),
  admission: createAdmission(settings),
});
