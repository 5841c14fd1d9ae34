import { randomBytes } from 'node:crypto';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import { MOST_CHANNELS, type Channel, type Notifications } from '../contract/index.ts';
import { deviceOf } from '../contract/devices.ts';
import { DomainError, invalidInput } from '../lib/errors.ts';
import type { Context } from '../model/context.ts';
import type { Notified, StoredChannel } from '../model/reader/notified.ts';
import type { SelectTodayContext } from '../today/select-today.ts';
import { changeNotified, type NotifiedContext } from './change-notified.ts';
import { channelName, sendTo } from './channels.ts';
import { PREVIEW_MS, wouldHaveTold } from './choose.ts';
import { firstMessage, reasonOf } from './message.ts';
import { notifiedAddress } from './mail-links.ts';
import { afterSending } from './notify.ts';
import { pushKeyOf } from './web-push.ts';
import { readNotable } from './notable-rows.ts';

type NotificationContext = SelectTodayContext &
  NotifiedContext &
  Pick<Context, 'fetch' | 'mail' | 'savedSearches'>;

const shownChannel = (channel: StoredChannel, { morning }: Pick<Notified, 'morning'>): Channel => {
  const { channel_id, kind, created_at, last_sent_at, problem } = channel;
  return {
    channel_id,
    kind,
    name: channelName(channel, morning?.address ?? null),
    created_at,
    last_sent_at,
    problem,
  };
};

/** Returns what a reader may see of their notifications, which is without secrets. */
export const shownNotifications = (notified: Notified | null): Notifications => ({
  settings: notified?.settings ?? null,
  channels: notified === null ? [] : notified.channels.map((channel) => shownChannel(channel, notified)),
});

const unknownChannel = () => new DomainError('NOT_FOUND', 'There is no such channel.');

/** The endpoints by which readers choose notifications. */
export const notificationEndpoints = (
  ctx: NotificationContext,
): HandlersOf<
  | 'getNotifications'
  | 'setNotifications'
  | 'previewNotifications'
  | 'addChannel'
  | 'getPushKey'
  | 'deleteChannel'
> => ({
  ...channelEndpoints(ctx),
  getNotifications: async ({ reader: { user_id } }) => shownNotifications(await ctx.notified.get(user_id)),
  setNotifications: async ({ reader: { user_id }, body: settings }) =>
    shownNotifications(
      await changeNotified(ctx, user_id, (before) => ({
        ...before,
        settings,
        since: before.settings?.is_on === true && settings.is_on ? before.since : ctx.now().toISOString(),
      })),
    ),
  previewNotifications: async ({ reader: { user_id }, body: settings }) => {
    const now = ctx.now();
    const since = new Date(now.getTime() - PREVIEW_MS).toISOString();
    const rows = await readNotable(ctx, user_id, settings, since, true);
    return {
      items: wouldHaveTold(rows, settings, now)
        .map(({ row, at }) => ({
          article_id: row.article_id,
          title: row.title,
          feed_title: row.feed_title,
          reason: reasonOf(row, settings),
          at,
        }))
        .toReversed(),
    };
  },
});

/** Refuses mails where none can be sent, without a confirmed address, and twice. */
const checkMail = ({ morning, channels }: Notified, mail: Context['mail']): void => {
  if (mail === null) throw new DomainError('NOT_FOUND', 'No server is set that sends mails.');
  if (notifiedAddress(morning) === null)
    throw invalidInput('kind', 'needs a confirmed address: set one for the morning edition first');
  if (channels.some(({ kind }) => kind === 'mail')) throw invalidInput('kind', 'mails are a channel already');
};

/** The endpoints of the channels. */
const channelEndpoints = (
  ctx: NotifiedContext & Pick<Context, 'fetch' | 'mail'>,
): HandlersOf<'addChannel' | 'getPushKey' | 'deleteChannel'> => ({
  addChannel: async ({ reader: { user_id }, body, viewer }) => {
    const channel: StoredChannel = {
      ...(body.kind === 'push' ? { ...body, device: deviceOf(viewer.user_agent) } : body),
      channel_id: randomBytes(6).toString('hex'),
      created_at: ctx.now().toISOString(),
      last_sent_at: null,
      problem: null,
    };
    const notified = await changeNotified(ctx, user_id, (before) => {
      if (channel.kind === 'mail') checkMail(before, ctx.mail);
      if (before.channels.length >= MOST_CHANNELS)
        throw invalidInput('kind', `there are ${MOST_CHANNELS} channels already, which is the limit`);
      return { ...before, channels: [...before.channels, channel] };
    });
    const outcome = await sendTo(ctx, channel, firstMessage(notified.settings), notified);
    const [tried = channel] = afterSending(channel, outcome, ctx.now());
    await changeNotified(ctx, user_id, (before) => ({
      ...before,
      channels: before.channels.map((each) => (each.channel_id === channel.channel_id ? tried : each)),
    }));
    return shownChannel(tried, notified);
  },
  getPushKey: async ({ reader: { user_id } }) => {
    // The key follows from the secret of the item, so there must be one.
    const { secret } = await changeNotified(ctx, user_id, (before) =>
      before.revision === 0 ? before : null,
    );
    return { key: pushKeyOf(secret) };
  },
  deleteChannel: async ({ reader: { user_id }, params: { channel_id } }) => {
    await changeNotified(ctx, user_id, (before) => {
      const channels = before.channels.filter((each) => each.channel_id !== channel_id);
      if (channels.length === before.channels.length) throw unknownChannel();
      return { ...before, channels };
    });
    return undefined;
  },
});
