import { createNoteLinks } from '../../bookmarks/note-links.ts';
import type { Clock, Log } from '../../config/log.ts';
import type { SendScore } from '../../config/messages.ts';
import { createRenewIcon } from '../../feeds/icon.ts';
import { createCountUnread } from '../../feeds/unread.ts';
import type { AllowHosts } from '../../outbound/allow-hosts.ts';
import type { GuardedFetch } from '../../outbound/guarded-fetch.ts';
import type { DocumentParser } from '../../parser/document-parser.ts';
import { createTakeSnapshot } from '../../refresh/snapshot.ts';
import { createTakeIn } from '../../refresh/take-in.ts';
import type { Retention } from '../../retention/expiry.ts';
import { createEnsureVectors, createEntryVectors } from '../../scoring/article-vectors.ts';
import type { Embedder } from '../../scoring/embedder.ts';
import { createLoadCalibrate, createMakeKeywordVector } from '../../scoring/keyword-vector.ts';
import { createLoadKeywords } from '../../scoring/reader-keywords.ts';
import { createNoteReadThrough, createRefreshTaste } from '../../scoring/taste.ts';
import type { Stores } from '../../storage/stores.ts';

/*
 * The use cases of each function put together from whatever stands behind them: AWS in the entry points of the folder
 * above, one process in local/. Each builder beside this file asks only for what its function has.
 */

/** What every function is put together from. */
export type Base = { stores: Stores; now: Clock; newId: () => string; log: Log };

/** What reads documents, for the functions that read any. */
export type Parsing = { parser: DocumentParser };

export const countUnreadOf = ({ stores, now }: Base) => createCountUnread({ ...stores, now });

/** Where bookmarks are counted, and of which hosts the addresses are not told. */
export type Hatebu = { privateHosts: AllowHosts };

const noteLinksOf = ({ stores }: Base, hatebu: Hatebu | undefined) =>
  hatebu === undefined ? undefined : createNoteLinks(stores.bookmarks, hatebu.privateHosts);

/** What is kept of a document besides its articles. */
export const keepingOf = ({ stores, now, log, parser }: Base & Parsing, fetch: GuardedFetch) => ({
  renewIcon: createRenewIcon({ ...stores, fetch, iconLinks: parser.iconLinks, now, log }),
  takeSnapshot: createTakeSnapshot({ ...stores, now, log }),
});

export const scoringOf = ({ stores, now, log }: Base, embedder: Embedder) => {
  const { model } = embedder;
  const loadCalibrate = createLoadCalibrate(embedder, stores.blobs);
  const makeVector = createMakeKeywordVector(embedder, loadCalibrate);
  const ensureVectors = createEnsureVectors({ vectors: stores.vectors, embedder, log });
  const entryVectors = createEntryVectors({ ...stores, ensureVectors, model, now });
  const refreshTaste = createRefreshTaste({ ...stores, entryVectors, loadCalibrate, model, now, log });
  return {
    model,
    makeVector,
    ensureVectors,
    entryVectors,
    refreshTaste,
    noteReadThrough: createNoteReadThrough({ ...stores, entryVectors, refreshTaste }),
    loadKeywords: createLoadKeywords({ ...stores, model, makeVector }),
  };
};

/** Takes documents in: what is new is stored, handed to scoring, and its links noted where bookmarks are counted. */
export const takeInOf = (
  parts: Base & Parsing & { sendScore: SendScore; retention: Retention; hatebu?: Hatebu | undefined },
) =>
  createTakeIn({
    ...parts.stores,
    sendScore: parts.sendScore,
    sanitiseAll: parts.parser.sanitiseAll,
    noteLinks: noteLinksOf(parts, parts.hatebu),
    now: parts.now,
    log: parts.log,
    articleRetentionDays: parts.retention.articleDays,
  });
