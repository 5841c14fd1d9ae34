import { readingEndpoints } from '@omomi/backend/contract';

/** Returns the sign-in page that leads back to `returnTo`, a path of this service with its query. */
export const signInPage = (returnTo: string): string =>
  returnTo === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ return_to: returnTo })}`;

/** Returns the address that starts signing in with a provider. */
export const loginAddress = (provider: string, returnTo: string | null): string =>
  `${readingEndpoints.login.path}?${new URLSearchParams({ provider, ...(returnTo === null ? {} : { return_to: returnTo }) })}`;
