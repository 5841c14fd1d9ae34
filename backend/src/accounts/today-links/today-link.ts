import type { TodayLink, TodayLinkStore } from '../../model/reader/today-link.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../logging/log.ts';
import type { Profile, ProfileStore } from '../../model/reader/profile.ts';
import { hashSecret, readTodayLinkText, todayLinkText } from '../identities/secret.ts';
import type { Admission } from '../providers/admission.ts';
import { localReader } from '../sign-in/authenticate.ts';
import { DomainError } from '../../lib/domain-error.ts';

/** Returns the error of a link that does not exist or was revoked. It says no more than for any unknown path. */
export const todayLinkUnknown = () => new DomainError('NOT_FOUND', 'There is nothing at this address.');

const MAX_LINKS = 5;
/** Minimum time between two writes of a link in use, in milliseconds. */
const USED_MS = 3_600_000;

/** Creates a link. Its text is in the answer and is not stored anywhere. Throws TODAY_LINK_LIMIT. */
export const createMakeTodayLink =
  (deps: { todayLinks: Pick<TodayLinkStore, 'put' | 'list'>; now: Clock; newSecret: () => string }) =>
  async (userId: string, name: string): Promise<{ link: TodayLink; text: string }> => {
    if ((await deps.todayLinks.list(userId)).length >= MAX_LINKS)
      throw new DomainError(
        'TODAY_LINK_LIMIT',
        `Today has ${MAX_LINKS} feed addresses, which is the limit.`,
        { limit: MAX_LINKS },
      );
    const secret = deps.newSecret();
    const link: TodayLink = {
      user_id: userId,
      link_id: hashSecret(secret),
      name,
      created_at: deps.now().toISOString(),
      last_used_at: null,
    };
    await deps.todayLinks.put(link);
    return { link, text: todayLinkText(userId, secret) };
  };

/** The link that a text stands for, with the profile of its reader; null if it is not a valid one. */
export type UseTodayLink = (text: string) => Promise<{ link: TodayLink; profile: Profile | null } | null>;

/**
 * Creates the function that checks a link. Readers who are no longer on the list are refused, as they are with an API
 * token. Records the use at most once an hour; a failure to record it is logged.
 */
export const createUseTodayLink =
  ({
    todayLinks,
    profiles,
    admission,
    now,
    log,
  }: {
    todayLinks: Pick<TodayLinkStore, 'get' | 'setUsed'>;
    profiles: Pick<ProfileStore, 'get'>;
    /** The rules of admission; null if there is no sign-in and everyone is the local reader. */
    admission: Admission | null;
    now: Clock;
    log: Log;
  }): UseTodayLink =>
  async (text) => {
    const credential = readTodayLinkText(text);
    if (credential === null) return null;
    const link = await todayLinks.get(credential.user_id, credential.hash);
    if (link === null) return null;
    const profile = await profiles.get(link.user_id);
    const isAdmitted =
      admission === null ? link.user_id === localReader.user_id : admission.admits(profile?.email ?? null);
    if (!isAdmitted) return null;
    const at = now();
    if (link.last_used_at === null || at.getTime() - Date.parse(link.last_used_at) >= USED_MS)
      await todayLinks
        .setUsed(link.user_id, link.link_id, at.toISOString())
        .catch((error: unknown) => log.warn('use not noted', { error }));
    return { link, profile };
  };
