import type { Settings } from '../config/settings.ts';
import { bodyHash, newestArticleAt } from '../refresh/document-facts.ts';
import { ingest, type IngestContext } from '../refresh/intake/ingest.ts';
import type { Context } from '../model/context.ts';
import type { Feed } from '../model/feed/feed.ts';
import { isNewsletter, newsletterIdOf } from '../model/feed/newsletter.ts';
import type { DocumentParser } from '../parser/document-parser.ts';
import { ParseError } from '../parser/fields/parsed-feed.ts';
import type { ParsedMail, SenderChecks } from '../parser/mail/read-mail.ts';

type NewslettersContext = Pick<Context, 'feeds' | 'subscribers'>;

export type TakeMailContext = Omit<IngestContext, 'sendFetch' | 'settings'> &
  NewslettersContext & {
    parser: Pick<DocumentParser, 'readMail'>;
    settings: Pick<Settings, 'ARTICLE_RETENTION_DAYS'>;
  };

/** Says that nobody here awaits a mail. */
export const NOT_AWAITED = 'No newsletter has an address to which the mail was sent.';

/** Returns the newsletter that takes mails for this address; null if there is none, or its reader has left it. */
export const newsletterAt = async (
  { feeds, subscribers }: NewslettersContext,
  address: string,
): Promise<Feed | null> => {
  const id = newsletterIdOf(address);
  const feed = id === null ? null : await feeds.get(id);
  if (feed === null || !isNewsletter(feed)) return null;
  return (await subscribers.list(feed.feed_id)).length === 0 ? null : feed;
};

type Envelope = {
  /** The addresses for which a server took the mail in; without them those in its headers count. */
  recipients?: readonly string[];
  /** The result of the server's check of the sender. Without it, the first header `Authentication-Results` counts. */
  checks?: SenderChecks;
};

/**
 * Takes a mail in as an article of each newsletter to which it was sent:
 *
 * 1. Read the mail.
 * 2. Find the newsletters.
 * 3. Store the article and hand it to scoring, as one of a document of the feed.
 * 4. Note the sender with the newsletter, which takes its name.
 *
 * The Message-ID identifies the article, so that a mail which comes twice changes nothing, and one that was cut off is
 * completed. Returns the newsletters; none if nobody here awaits the mail. Throws ParseError if it cannot be shown.
 */
export const takeMail = async (
  ctx: TakeMailContext,
  bytes: Uint8Array,
  { recipients, checks }: Envelope = {},
): Promise<Feed[]> => {
  const mail = await ctx.parser.readMail(bytes);
  const newsletters = new Map<string, Feed>();
  for (const address of recipients ?? mail.recipients) {
    const feed = await newsletterAt(ctx, address);
    if (feed !== null) newsletters.set(feed.feed_id, feed);
  }
  for (const feed of newsletters.values())
    await takeFor(ctx, feed, { ...mail, checks: checks ?? mail.checks }, bodyHash(bytes));
  return [...newsletters.values()];
};

/** The article of a mail has no link, so no page is asked for, and no bookmarks are counted. */
const withoutLinks = ({ settings }: TakeMailContext): Pick<IngestContext, 'sendFetch' | 'settings'> => ({
  sendFetch: () => Promise.resolve(),
  settings: { ...settings, HATEBU: 'off', FETCH_ALLOW_HOSTS: '' },
});

/** Steps 3 and 4 for one newsletter. */
const takeFor = async (
  ctx: TakeMailContext,
  feed: Feed,
  { item, from, sender, unsubscribe, checks }: ParsedMail,
  body_hash: string,
): Promise<void> => {
  const { feed_id, url, is_private } = feed;
  const parsed = { items: [item], site_url: null, left_out: [] };
  const taken = await ingest(
    { ...ctx, ...withoutLinks(ctx) },
    { feedId: feed_id, isPrivate: is_private, documentUrl: url, parsed },
  );
  if (taken.unprocessable > 0)
    throw new ParseError('too_complex', 'The mail has more text than an article can have.');
  const now = ctx.now();
  await ctx.feeds.update(feed_id, {
    title: sender,
    mail: { from, unsubscribe, spf: checks?.spf ?? null, dkim: checks?.dkim ?? null },
    body_hash,
    newest_article_at: newestArticleAt(feed, parsed, now),
    last_fetched_at: now.toISOString(),
  });
};
