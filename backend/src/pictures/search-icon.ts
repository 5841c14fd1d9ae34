import type { Context } from '../model/context.ts';
import { bookingRedirects, takeTurn, type PaceContext } from '../web/turns/pace.ts';
import type { IconMessage } from '../queues/messages.ts';
import type { Again } from '../queues/fetch-messages.ts';
import {
  checkedDay,
  type IconContext,
  type IconGate,
  isIconFresh,
  lateCheckedDay,
  type RenewIcon,
  iconSearch,
  nextStep,
  takeIconStep,
} from './icon.ts';

/** Time limit of one request in milliseconds. */
const requestMs = 3_000;
/** Milliseconds after which a search that may not start now is tried again. */
const retryMs = 10_000;

/**
 * Has a feed's icon searched for when its last search is 7 days old. The search is a message of the fetch queue, so that
 * the fetch of the feed waits for none of its turns. Never throws.
 */
export const requestIcon = async (
  { sendFetch, now, log }: Pick<Context, 'sendFetch' | 'now' | 'log'>,
  feed: Parameters<RenewIcon>[0],
  parsed: Parameters<RenewIcon>[1],
): ReturnType<RenewIcon> => {
  const { feed_id, icon_hash } = feed;
  if (isIconFresh(feed, now())) return {};
  try {
    const search = iconSearch({ ...parsed, feed_url: feed.url });
    await sendFetch([{ kind: 'icon', feed_id, icon_hash, ...search }]);
    return { icon_checked_day: checkedDay(now()) };
  } catch (error) {
    log.warn('icon failed', { feed_id, error });
    return {};
  }
};

type SearchContext = PaceContext &
  IconContext &
  Pick<Context, 'icons' | 'feeds' | 'log'> & { iconGate: IconGate };

/** Returns what is left of the search after a step; null if it is over. `next_ms`: until the turn of the step's host. */
const restOf = (message: IconMessage, askedUrl: string, next_ms: number): Again<IconMessage> | null => {
  const next = nextStep(message);
  if (next === null) return null;
  const isSameHost = new URL(next.url).host === new URL(askedUrl).host;
  return { message, wait_ms: isSameHost ? next_ms : 0 };
};

/** Makes the next request of a search, once the turn of its host has come. */
const search = async (ctx: SearchContext, message: IconMessage): Promise<Again<IconMessage> | null> => {
  const { icons, feeds, now, iconGate } = ctx;
  const step = nextStep(message);
  if (step === null) return null;
  const turn = await takeTurn(ctx, new URL(step.url).host);
  if (!turn.is_taken) return { message, wait_ms: turn.wait_ms };
  const stepping = { ...ctx, fetch: bookingRedirects(ctx) };
  const { icon, isLate, search: rest } = await takeIconStep(stepping, message, step, requestMs);
  const { feed_id } = message;
  if (isLate) {
    iconGate.rest();
    await feeds.update(feed_id, { icon_checked_day: lateCheckedDay(now()) });
    return null;
  }
  if (icon === null) return restOf({ ...message, ...rest }, step.url, turn.next_ms);
  if (icon.hash === message.icon_hash) return null;
  await icons.put(feed_id, icon);
  await feeds.update(feed_id, { icon_hash: icon.hash });
  return null;
};

/**
 * Handles a search's message: it makes one request, once the turn of its host has come, and returns the rest of the
 * search. A new icon is stored before the feed refers to it. If none is found, the old one stays. A failure of this
 * system is only logged, and the icon is searched for again a week later.
 */
export const searchIcon = async (
  ctx: SearchContext,
  message: IconMessage,
): Promise<Again<IconMessage> | null> => {
  const { iconGate, log } = ctx;
  if (!iconGate.enter()) return { message, wait_ms: retryMs };
  try {
    return await search(ctx, message);
  } catch (error) {
    log.warn('icon failed', { feed_id: message.feed_id, error });
    return null;
  } finally {
    iconGate.leave();
  }
};
