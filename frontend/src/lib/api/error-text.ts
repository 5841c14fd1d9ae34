import { type FeedErrorCode, feedErrorCode, feedErrorOfStatus } from '@omomi/backend/contract';
import { z } from 'zod';
import { ApiError } from './api-error.ts';
import type { Dictionary } from '../i18n/en/start.ts';
import { retryAfter } from './limit.ts';

export type ErrorText = { what: string; todo: string };

/** The details of an error about a feed, which may contain a more exact code. */
const feedDetails = z.object({ error_code: feedErrorCode });

/** The details of an answer of another server that was no success. */
const statusDetails = z.object({ status: z.number() });

/** The troubles of an address that may be misspelt. */
const maybeMisspelt: readonly FeedErrorCode[] = ['not_found', 'unresolved', 'unreachable'];
/** The troubles that another try does not end. */
const lasting: readonly FeedErrorCode[] = ['gone', 'forbidden', 'unauthorized', 'robots_disallowed'];

/** The details of an error about a page that has neither a feed nor a list of headlines. */
const pageDetails = z.object({
  why: z.enum(['article', 'sign_in', 'needs_scripts', 'no_list', 'robots_disallowed']),
});

/** A longer wait is told in minutes. */
const MOST_SECONDS = 90;

/** Returns false if the browser says that it has no network. */
const hasNetwork = (): boolean => typeof navigator === 'undefined' || navigator.onLine !== false;

/**
 * Explains an error and its remedy in the reader's language. If the server refused the input, `invalid` replaces the
 * general text, because the form knows better which input was expected.
 */
export const errorText = (t: Dictionary, error: unknown, invalid?: ErrorText): ErrorText => {
  if (!(error instanceof ApiError)) return t.errors.INTERNAL;
  // The browser knows only that there is no network at all. With one, it may be Omomi that does not run.
  if (error.code === 'OFFLINE' && !hasNetwork()) return t.noConnection;
  const text = t.errors[error.code] ?? t.errors.INTERNAL;
  if (error.code === 'VALIDATION_FAILED' && invalid !== undefined) return invalid;
  const wait = retryAfter(error);
  if (wait !== null) {
    const seconds = Math.max(1, Math.ceil(wait));
    const todo = seconds > MOST_SECONDS ? t.waitMinutes(Math.ceil(seconds / 60)) : t.waitSeconds(seconds);
    return { ...text, todo };
  }
  const page = pageDetails.safeParse(error.details);
  if (page.success) return t.noListing[page.data.why] ?? text;
  if (error.code !== 'FEED_UNREACHABLE') {
    const { data } = feedDetails.safeParse(error.details);
    return data === undefined ? text : { ...text, what: t.feed.trouble[data.error_code] };
  }
  const status = statusDetails.safeParse(error.details).data?.status;
  const trouble =
    status === undefined ? feedDetails.safeParse(error.details).data?.error_code : feedErrorOfStatus(status);
  if (trouble === undefined) return text;
  const { checkSpelling, otherPage } = t.feed.remedy;
  const todo = maybeMisspelt.includes(trouble)
    ? checkSpelling
    : lasting.includes(trouble)
      ? otherPage
      : text.todo;
  return { what: t.feed.trouble[trouble], todo };
};
