import { createNoteLinks } from '../bookmarks/note-links.ts';
import type { Log } from '../logging/log.ts';
import type { Clock } from '../lib/clock.ts';
import type { SendScore } from '../queues/messages.ts';
import { createRenewIcon } from '../icons/icon.ts';
import { createCountUnread } from '../articles/reading/unread.ts';
import type { AllowHosts } from '../outbound/guard/allow-hosts.ts';
import type { GuardedFetch } from '../outbound/guard/guarded-fetch.ts';
import type { DocumentParser } from '../parser/document-parser.ts';
import { createTakeSnapshot } from '../model/feed/snapshot.ts';
import { createIngest } from '../refresh/ingest.ts';
import type { Retention } from '../model/reader/retention.ts';
import { createEnsureVectors, createEntryVectors } from '../scoring/article-vectors.ts';
import type { Embedder } from '../model/score/embedder.ts';
import { createLoadCalibrate, createMakeKeywordVector } from '../scoring/keyword-vector.ts';
import { createLoadKeywords } from '../scoring/reader-keywords.ts';
import { createNoteReadThrough, createRefreshLikedProfile } from '../scoring/liked-profile.ts';
import type { Stores } from '../storage/stores.ts';

/*
 * The builders beside this file combine the use cases of each function with adapters: AWS in the entry points of the
 * parent folder, a single process in local/. Each builder asks only for what its function has.
 */

/** The parts that every function needs. */
export type Base = { stores: Stores; now: Clock; newId: () => string; log: Log };

/** The parser, for functions that read documents. */
export type Parsing = { parser: DocumentParser };

export const countUnreadOf = ({ stores, now }: Base) => createCountUnread({ ...stores, now });

/** The settings for counting bookmarks; addresses on `privateHosts` are never sent to the service. */
export type Hatebu = { privateHosts: AllowHosts };

const noteLinksOf = ({ stores }: Base, hatebu: Hatebu | undefined) =>
  hatebu === undefined ? undefined : createNoteLinks(stores.bookmarks, hatebu.privateHosts);

/** Returns the functions that keep a document's icon and snapshot. */
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
  const refreshLikedProfile = createRefreshLikedProfile({
    ...stores,
    entryVectors,
    loadCalibrate,
    model,
    now,
    log,
  });
  return {
    model,
    makeVector,
    ensureVectors,
    entryVectors,
    refreshLikedProfile,
    noteReadThrough: createNoteReadThrough({ ...stores, entryVectors, refreshLikedProfile }),
    loadKeywords: createLoadKeywords({ ...stores, model, makeVector }),
  };
};

/**
 * Returns the function that takes documents in: it stores new articles, sends them to scoring and, if bookmarks are
 * counted, notes their links.
 */
export const ingestOf = (
  parts: Base & Parsing & { sendScore: SendScore; retention: Retention; hatebu?: Hatebu | undefined },
) =>
  createIngest({
    ...parts.stores,
    sendScore: parts.sendScore,
    sanitiseAll: parts.parser.sanitiseAll,
    noteLinks: noteLinksOf(parts, parts.hatebu),
    now: parts.now,
    log: parts.log,
    articleRetentionDays: parts.retention.article_days,
  });
