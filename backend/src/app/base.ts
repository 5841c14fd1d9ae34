import { createNoteLinks } from '../bookmarks/note-links.ts';
import type { Settings } from '../config/settings.ts';
import type { RenewIcon } from '../pictures/icon.ts';
import { countUnread } from '../articles/reading/unread.ts';
import { createReadDocument } from '../discovery/read-document.ts';
import { parseAllowHosts } from '../web/guard/allow-hosts.ts';
import type { DocumentParser } from '../parser/document-parser.ts';
import type { CountUnread } from '../model/feed/subscription.ts';
import { createTakeSnapshot } from '../model/feed/snapshot.ts';
import { createAskPages } from '../full-text/ask-pages.ts';
import { createIngest } from '../refresh/intake/ingest.ts';
import { createTakeDocument } from '../refresh/take-document.ts';
import type { Context } from '../model/context.ts';
import type { Base } from './context.ts';

/*
 * Use cases that the handlers of several functions share.
 */

export const countUnreadOf =
  (ctx: Base): CountUnread =>
  (userId, feedId, lastReadAt) =>
    countUnread(ctx, userId, feedId, lastReadAt);

/** Returns the function that notes links to be counted; undefined if bookmarks are not counted. */
const noteLinksOf = ({ bookmarks, settings: { HATEBU, FETCH_ALLOW_HOSTS } }: Intake) =>
  // Addresses on hosts that only this deployment reaches are never sent to the service.
  HATEBU === 'on' ? createNoteLinks(bookmarks, parseAllowHosts(FETCH_ALLOW_HOSTS)) : undefined;

/** Returns the function that reads the documents of feeds, and of sites without one. */
export const readDocumentOf = (parser: Pick<DocumentParser, 'parseFeed' | 'learnListing' | 'pageToFeed'>) =>
  createReadDocument({ parse: parser.parseFeed, ...parser });

/** The context of the functions that take documents in. */
export type Intake = Base &
  Pick<Context, 'sendScore' | 'sendPages'> & {
    parser: Pick<DocumentParser, 'sanitiseAll' | 'iconLinks'>;
    settings: Pick<Settings, 'ARTICLE_RETENTION_DAYS' | 'FETCH_ALLOW_HOSTS' | 'HATEBU'>;
  };

/**
 * Returns the function that takes the items of a document in: it stores new articles, sends them to scoring and, if
 * bookmarks are counted, notes their links.
 */
export const ingestOf = (ctx: Intake) =>
  createIngest({
    ...ctx,
    sanitiseAll: ctx.parser.sanitiseAll,
    noteLinks: noteLinksOf(ctx),
    askPages: createAskPages(ctx),
    articleRetentionDays: ctx.settings.ARTICLE_RETENTION_DAYS,
  });

/** Returns the function that takes a fetched document in: articles, icon and snapshot. */
export const takeDocumentOf = (ctx: Intake, renewIcon: RenewIcon) =>
  createTakeDocument({
    ingest: ingestOf(ctx),
    renewIcon,
    takeSnapshot: createTakeSnapshot(ctx),
  });
