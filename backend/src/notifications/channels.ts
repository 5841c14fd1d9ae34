import type { ChannelProblem, NewChannel } from '../contract/index.ts';
import { OutboundError, type OutboundRequest } from '../web/guard/guarded-fetch.ts';
import type { Context } from '../model/context.ts';
import { shorten } from '../lib/shorten.ts';
import type { Notified } from '../model/reader/notified.ts';
import type { Message } from './message.ts';
import { pushRequest } from './web-push.ts';

/** How a message went. `gone`: the channel does not exist any more. `lost`: it may have arrived, so it is not sent again. */
export type Outcome =
  | { state: 'sent' | 'gone' }
  | { state: 'failed' | 'lost'; problem: Omit<ChannelProblem, 'at'> };

/** A channel that is asked by HTTP. */
type AskedChannel = Exclude<NewChannel, { kind: 'mail' }>;
type AskedKind = AskedChannel['kind'];

type KindOf<K extends AskedKind> = Extract<AskedChannel, { kind: K }>;

type Kind<K extends AskedKind> = {
  /** Returns the name by which a reader recognises the channel. It has no secret. */
  nameOf: (channel: KindOf<K>) => string;
  /** The request that sends a message. */
  requestOf: (channel: KindOf<K>, message: Message, signer: Signer) => OutboundRequest;
};

/** The secret of the reader's item, and the time of a signature. */
type Signer = { secret: string; now: Date };

/** Titles and texts are cut to this many characters for a browser, so that a message of any letters fits. */
const PUSHED = { title: 200, text: 400 };

const json = (url: string, body: unknown, headers: Record<string, string> = {}): OutboundRequest => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** The SHA-256 of an empty body, which a distribution of AWS asks for with every POST. */
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** The kinds of channels. */
const kinds: { [K in AskedKind]: Kind<K> } = {
  // https://docs.ntfy.sh/publish/#publish-as-json
  ntfy: {
    nameOf: ({ address }) => `${new URL(address).host}${new URL(address).pathname}`,
    requestOf: ({ address, token }, { title, text, open, buttons }) => {
      const { origin, pathname } = new URL(address);
      return json(
        origin,
        {
          topic: pathname.slice(1),
          title,
          message: text,
          ...(open === null ? {} : { click: open.url }),
          actions: [
            ...(open === null ? [] : [{ action: 'view', label: open.label, url: open.url }]),
            ...buttons.map(({ label, url }) => ({
              action: 'http',
              label,
              url,
              method: 'POST',
              headers: { 'x-amz-content-sha256': EMPTY_SHA256 },
              clear: true,
            })),
          ],
        },
        token === undefined ? {} : { authorization: `Bearer ${token}` },
      );
    },
  },
  webhook: {
    nameOf: ({ address }) => new URL(address).host,
    requestOf: ({ address, secret }, { title, text, open, article }) =>
      json(
        address,
        { title, text, open: open?.url ?? null, article },
        secret === undefined ? {} : { 'x-omomi-secret': secret },
      ),
  },
  // https://core.telegram.org/bots/api#sendmessage
  telegram: {
    nameOf: ({ chat, address }) => `${new URL(address).host} ${chat}`,
    requestOf: ({ address, token, chat }, { title, text, open }) => {
      // Telegram refuses a message with a button that does not lead to the public internet.
      const hasButton = open?.url.startsWith('https:') === true;
      return json(`${new URL(address).origin}/bot${token}/sendMessage`, {
        chat_id: chat,
        text: [title, text, ...(open === null || hasButton ? [] : [open.url])].join('\n'),
        link_preview_options: { is_disabled: true },
        ...(hasButton ? { reply_markup: { inline_keyboard: [[{ text: open.label, url: open.url }]] } } : {}),
      });
    },
  },
  // The service worker of the page shows it.
  push: {
    nameOf: ({ device, address }) => device ?? new URL(address).host,
    requestOf: (subscription, { title, text, open, buttons, article }, signer) =>
      pushRequest(
        subscription,
        {
          title: shorten(title, PUSHED.title),
          text: shorten(text, PUSHED.text),
          open: open?.url ?? null,
          tag: article?.article_id ?? 'omomi',
          buttons,
        },
        signer,
      ),
  },
};

/** Returns the entry of the table for a channel, bound to it. */
const kindOf = <K extends AskedKind>(channel: KindOf<K> & { kind: K }): Kind<K> => kinds[channel.kind];

/** Returns the name of a channel; for mails it is `address`. */
export const channelName = (channel: NewChannel, address: string | null): string =>
  channel.kind === 'mail' ? (address ?? '') : kindOf(channel).nameOf(channel);

/** No channel answers with more than a few lines. */
const MAX_BYTES = 65_536;

/** The statuses by which a server says that it did not take a message, so that another one may be sent. */
const notTaken = (status: number): boolean => status <= 500 || status === 503;

const isRefusedConnection = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';

/** Sends a message as a mail. Without a confirmed address, or a server, it is refused and may be sent later. */
const sendAsMail = async (mail: Context['mail'], message: Message, notified: Notified): Promise<Outcome> => {
  // Its code is read only where a reader has chosen mails.
  const { mailTargetOf, notificationMail, outcomeOf } = await import('./notification-mail.ts');
  const target = mailTargetOf(notified);
  if (mail === null || target === null)
    return { state: 'failed', problem: { reason: 'refused', status: null } };
  return outcomeOf(await mail(notificationMail(message, target)));
};

/** Sends a message to a channel. Throws nothing that the other server is to blame for. */
export const sendTo = async (
  { fetch, now, mail }: Pick<Context, 'fetch' | 'now' | 'mail'>,
  channel: NewChannel,
  message: Message,
  notified: Notified,
): Promise<Outcome> => {
  if (channel.kind === 'mail') return sendAsMail(mail, message, notified);
  try {
    const request = kindOf(channel).requestOf(channel, message, { secret: notified.secret, now: now() });
    const { status } = await fetch({ ...request, maxBytes: MAX_BYTES, cutsAtMaxBytes: true });
    if (status < 300) return { state: 'sent' };
    // A push service also answers 404 for a browser that is gone (RFC 8030, 7.3).
    if (status === 410 || (status === 404 && channel.kind === 'push')) return { state: 'gone' };
    const problem = { reason: 'refused' as const, status };
    return { state: notTaken(status) ? 'failed' : 'lost', problem };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const reason = error.fault === 'address_refused' ? 'address_refused' : 'unreachable';
    const isUnsent =
      ['address_refused', 'unresolved', 'tls_failed'].includes(error.fault) ||
      isRefusedConnection(error.cause);
    return { state: isUnsent ? 'failed' : 'lost', problem: { reason, status: null } };
  }
};
