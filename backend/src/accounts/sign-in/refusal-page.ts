import type { Log } from '../../logging/log.ts';
import type { BrowserAnswer } from '../../contract/index.ts';
import { SignInRefusedError } from '../identities/errors.ts';
import { safeReturnTo } from './return-to.ts';

const SIGN_IN_PAGE = '/sign-in';

/**
 * Creates a wrapper that sends every refusal to the sign-in page, which gives the reason in the reader's language and
 * lets them try again.
 */
export const createOrToPage =
  (log: Log) =>
  async (flow: Promise<BrowserAnswer>, returnTo?: string): Promise<BrowserAnswer> => {
    try {
      return await flow;
    } catch (error) {
      if (!(error instanceof SignInRefusedError)) throw error;
      const { code, message, cause } = error;
      log.warn('sign-in refused', {
        reason: code,
        why: message,
        ...(cause instanceof Error ? { cause: `${cause.name}: ${cause.message}` } : {}),
      });
      const return_to = safeReturnTo(returnTo);
      const query = new URLSearchParams({ error: code, ...(return_to === '/' ? {} : { return_to }) });
      return { location: `${SIGN_IN_PAGE}?${query.toString()}`, cookies: [] };
    }
  };
