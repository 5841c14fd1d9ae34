import { z } from 'zod';
import { searchId } from '../search/saved-searches.ts';
import { timeZone } from '../search/search.ts';
import { articleId, feedId, timestamp } from '../schemas/common.ts';
import { language } from '../schemas/languages.ts';

/** The most channels of a reader. */
export const MOST_CHANNELS = 10;

const webAddress = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'expected an http or https address');

export const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'a time of day has the form 22:30');

/** The origin under which a reader opens the page. */
export const pageOrigin = webAddress(300).refine(
  (text) => URL.parse(text)?.origin === text,
  'expected an origin such as https://omomi.example',
);

/** The subject, the times and the language of notifications. The page sends its own time zone, language and address. */
export const notificationSettings = z.strictObject({
  is_on: z.boolean(),
  /**
   * Articles that were a must-read when they arrived, all articles of one feed, or those that a saved search finds by titles,
   * beginnings of texts, feeds, folders, dates, tags and importance.
   */
  what: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('must_read') }),
    z.strictObject({ kind: z.literal('feed'), feed_id: feedId }),
    z.strictObject({ kind: z.literal('search'), search_id: searchId }),
  ]),
  /** The most notifications between two midnights. */
  most_a_day: z.int().min(1).max(10),
  /** Between these times of day there are none; null for no such hours. Equal times are no hours. */
  quiet: z.strictObject({ from: clock, to: clock }).nullable(),
  time_zone: timeZone,
  language,
  /** The origin of the page, which notifications open. */
  page: pageOrigin,
});

const address = webAddress(1000);
/** A secret that is sent in a header. */
const headerSecret = z
  .string()
  .regex(/^[!-~]{1,300}$/, 'a secret has up to 300 characters of ASCII, without spaces');

/** A channel with its secrets, as it is added. No answer has them. */
export const newChannel = z.discriminatedUnion('kind', [
  /** A topic of ntfy: its address, and an access token if the server asks for one. */
  z.strictObject({
    kind: z.literal('ntfy'),
    address: address.refine(
      (text) => /^\/[\w-]{1,64}$/.test(URL.parse(text)?.pathname ?? ''),
      'expected the address of a topic, such as https://ntfy.sh/my-topic',
    ),
    token: headerSecret.optional(),
  }),
  /** An address that takes JSON; it gets the secret in the header `x-omomi-secret`. */
  z.strictObject({ kind: z.literal('webhook'), address, secret: headerSecret.optional() }),
  /** A chat of Telegram: its id, the token of a bot that may write to it, and the Bot API server if it is another one. */
  z.strictObject({
    kind: z.literal('telegram'),
    address: address.default('https://api.telegram.org'),
    token: z.string().regex(/^\d{1,20}:[\w-]{30,60}$/, 'a token has the form 123456:ABC…'),
    chat: z.string().regex(/^(?:-?\d{1,20}|@\w{5,32})$/, 'a chat is a number or an @name'),
  }),
  /** Mails to the confirmed address of the morning edition. */
  z.strictObject({ kind: z.literal('mail') }),
  /** A browser, by its subscription (W3C Push API): the address of its push service, and its keys in base64url. */
  z.strictObject({
    kind: z.literal('push'),
    address,
    p256dh: z.string().regex(/^B[\w-]{86}$/, 'a public key has 65 bytes'),
    auth: z.string().regex(/^[\w-]{22}$/, 'a secret has 16 bytes'),
    /** The browser and its system; the service finds it out by itself. */
    device: z.string().max(60).optional(),
  }),
]);

export const channelId = z.string().regex(/^[0-9a-f]{12}$/, 'a channel_id has 12 hex digits');

/** Why a message did not arrive: refused with a status, no answer, or an address that is not asked. */
export const channelProblem = z.object({
  reason: z.enum(['refused', 'unreachable', 'address_refused']),
  status: z.int().nullable(),
  at: timestamp,
});

export const channel = z.object({
  channel_id: channelId,
  kind: z.enum(['ntfy', 'webhook', 'telegram', 'mail', 'push']),
  /** The address of mails, or the host that it sends to, with the topic of ntfy or the chat of Telegram, or a browser such as `Firefox on Linux`. */
  name: z.string(),
  created_at: timestamp,
  /** The time of the last message that arrived; null before the first. */
  last_sent_at: timestamp.nullable(),
  /** Null if the last message arrived. */
  problem: channelProblem.nullable(),
});

export const notifications = z.object({
  /** Null until the reader sets something. */
  settings: notificationSettings.nullable(),
  channels: z.array(channel),
});

/** The public key with which browsers subscribe, in base64url (RFC 8292). */
export const pushKey = z.object({ key: z.string() });

/** The notifications that these settings would have sent in the last seven days, the newest first. */
export const notificationPreview = z.object({
  items: z.array(
    z.object({
      article_id: articleId,
      title: z.string(),
      feed_title: z.string(),
      /** Why, in a sentence; empty if nothing raised the score. */
      reason: z.string(),
      at: timestamp,
    }),
  ),
});

/** Names the reader and the article of a button of a notification, with the service's signature of both. */
export const deedCode = z.string().regex(/^[0-9a-z]{1,64}\.[0-9a-z]{1,32}\.[\w-]{43}$/, 'this is no code');
export const deed = z.enum(['later', 'less']);

export type NotificationSettings = z.infer<typeof notificationSettings>;
export type NewChannel = z.infer<typeof newChannel>;
export type Channel = z.infer<typeof channel>;
export type ChannelProblem = z.infer<typeof channelProblem>;
export type Notifications = z.infer<typeof notifications>;
export type Deed = z.infer<typeof deed>;
