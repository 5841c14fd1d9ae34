import type { ArticleRow, NotificationSettings } from '../contract/index.ts';
import type { Context } from '../model/context.ts';
import type { Notified, StoredChannel } from '../model/reader/notified.ts';
import type { SelectTodayContext } from '../today/select-today.ts';
import { changeNotified, type NotifiedContext } from './change-notified.ts';
import { sendTo, type Outcome } from './channels.ts';
import { createRoom, NEWS_MS, untold, withTold } from './choose.ts';
import { messageOf, type Message } from './message.ts';
import { readNotable } from './notable-rows.ts';

export type NotifyContext = SelectTodayContext &
  NotifiedContext &
  Pick<Context, 'fetch' | 'log' | 'mail' | 'savedSearches'>;

const MINUTE_MS = 60_000;
/** Time after which a run sends nothing more; the next one goes on, and begins with another reader. */
const LONGEST_RUN_MS = 30_000;
/** The longest time without a message after failures. */
const LONGEST_REST_MS = 6 * 60 * MINUTE_MS;

/** Sends to one reader what is due in a run. `isLate` returns true once the run must end. */
export type Sending = (userId: string, isLate: () => boolean) => Promise<void>;

/**
 * Sends to each reader what is due now. It begins with another reader each time, so that slow channels of one never keep the others
 * waiting for long.
 */
export const sendToAll = async (
  ctx: Pick<Context, 'now' | 'log'>,
  userIds: readonly string[],
  sendings: readonly Sending[],
): Promise<void> => {
  const began = ctx.now().getTime();
  const isLate = () => ctx.now().getTime() - began > LONGEST_RUN_MS;
  const first = Math.floor(began / (4 * MINUTE_MS)) % userIds.length;
  for (const userId of [...userIds.slice(first), ...userIds.slice(0, first)]) {
    for (const send of sendings) {
      if (isLate()) return;
      try {
        await send(userId, isLate);
      } catch (error) {
        ctx.log.error('a reader cannot be notified', { user_id: userId, error });
      }
    }
  }
};

/**
 * Returns the settings if a notification may be sent now; null while they are off, in the quiet hours, after the last one of a day, and
 * while the channels rest from failures.
 */
const readyAt = (notified: Notified | null, at: Date): NotificationSettings | null => {
  if (notified === null || notified.settings?.is_on !== true || notified.channels.length === 0) return null;
  const { settings, told, rests_until } = notified;
  const isResting = rests_until !== null && rests_until > at.toISOString();
  return isResting || createRoom(settings)(told, at) === 0 ? null : settings;
};

/**
 * 1. May anything be sent now? If not, nothing more is read.
 * 2. Read the stories that matter.
 * 3. As long as there is room, take the best that was not told: claim it by one conditional write, send it, and write how
 *    that went.
 *
 * A story is claimed before it is sent, so whatever is repeated never sends it twice. A process that ends between the two
 * loses that one notification; the story stays in the lists.
 */
export const notifyReader = async (
  ctx: NotifyContext,
  userId: string,
  isLate: () => boolean,
): Promise<void> => {
  const began = ctx.now();
  let notified = await ctx.notified.get(userId);
  let settings = readyAt(notified, began);
  if (notified === null || settings === null) return;
  const earliest = new Date(began.getTime() - NEWS_MS).toISOString();
  const since = notified.since > earliest ? notified.since : earliest;
  const rows = await readNotable(ctx, userId, settings, since, false);
  if (rows.length === 0) return;
  const learns = (await ctx.profiles.get(userId))?.learns === true;
  while (notified !== null && settings !== null && !isLate()) {
    const [row] = untold(rows, notified.told);
    if (row === undefined) return;
    const claimed = { ...notified, told: withTold(notified.told, row, ctx.now()) };
    // Another run, or the reader, has changed it since it was read.
    if (!(await ctx.notified.put(claimed, ctx.newId()))) return;
    if (!(await tell(ctx, claimed, row, messageOf(claimed, settings, row, learns)))) return;
    notified = await ctx.notified.get(userId);
    settings = readyAt(notified, ctx.now());
  }
};

/** Sends a story to all channels and writes how that went. Returns false if it is to be tried again later. */
const tell = async (
  ctx: NotifyContext,
  notified: Notified,
  row: ArticleRow,
  message: Message,
): Promise<boolean> => {
  const { user_id, channels } = notified;
  const sent = await Promise.all(
    channels.map(async (channel) => ({ channel, outcome: await sendTo(ctx, channel, message, notified) })),
  );
  const outcomes = new Map(sent.map(({ channel, outcome }) => [channel.channel_id, outcome]));
  const at = ctx.now();
  const isTaken = sent.some(({ outcome: { state } }) => state === 'sent' || state === 'lost');
  const after = await changeNotified(ctx, user_id, (before) => {
    const failures = isTaken ? 0 : before.failures + 1;
    return before.revision === 0
      ? null
      : {
          ...before,
          channels: before.channels.flatMap((channel) =>
            afterSending(channel, outcomes.get(channel.channel_id), at),
          ),
          // Nobody took it, so it is not told yet.
          told: isTaken ? before.told : before.told.filter(({ article_id }) => article_id !== row.article_id),
          failures,
          rests_until: failures === 0 ? null : new Date(at.getTime() + restOf(failures)).toISOString(),
        };
  });
  ctx.log.info('notified', {
    user_id,
    channels: sent.length,
    states: sent.map(({ outcome: { state } }) => state),
    failures: after.failures,
  });
  return isTaken;
};

/** Returns the milliseconds until another attempt after so many failures in a row. */
export const restOf = (failures: number): number =>
  Math.min(LONGEST_REST_MS, 2 ** (failures + 1) * MINUTE_MS);

/** Returns the channel with how its message went; nothing if it is gone. */
export const afterSending = (
  channel: StoredChannel,
  outcome: Outcome | undefined,
  at: Date,
): StoredChannel[] => {
  switch (outcome?.state) {
    case undefined:
      return [channel];
    case 'gone':
      return [];
    case 'sent':
      return [{ ...channel, last_sent_at: at.toISOString(), problem: null }];
    case 'failed':
    case 'lost':
      return [{ ...channel, problem: { ...outcome.problem, at: at.toISOString() } }];
  }
};
