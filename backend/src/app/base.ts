import { createNoteLinks } from '../bookmarks/note-links.ts';
import type { SettingsOf } from '../config/env.ts';
import type { SendScore } from '../queues/messages.ts';
import { createRenewIcon } from '../icons/icon.ts';
import { createUndoMark } from '../articles/reading/mark-all.ts';
import { createCountUnread } from '../articles/reading/unread.ts';
import { parseAllowHosts } from '../outbound/guard/allow-hosts.ts';
import type { GuardedFetch } from '../outbound/guard/guarded-fetch.ts';
import type { DocumentParser } from '../parser/document-parser.ts';
import { createTakeSnapshot } from '../model/feed/snapshot.ts';
import { createIngest } from '../refresh/ingest.ts';
import { createEnsureVectors, createEntryVectors } from '../scoring/article-vectors.ts';
import type { Embedder } from '../model/score/embedder.ts';
import { createLoadCalibrate, createMakeKeywordVector } from '../scoring/keyword-vector.ts';
import { createLoadKeywords } from '../scoring/reader-keywords.ts';
import { createNoteReadThrough, createRefreshLikedProfile } from '../scoring/liked-profile.ts';
import type { Base } from './adapters.ts';

/*
 * Use cases that the handlers of several functions share.
 */

export const countUnreadOf = ({ stores, now }: Base) => createCountUnread({ ...stores, now });

/** Returns the function that takes a mark back; cancelling the mark's job does so too. */
export const undoMarkOf = (base: Base) =>
  createUndoMark({ ...base.stores, countUnread: countUnreadOf(base), now: base.now });

/** Returns the functions that keep a document's icon and snapshot. */
export const keepingOf = (
  { stores, now, log }: Base,
  fetch: GuardedFetch,
  { iconLinks }: Pick<DocumentParser, 'iconLinks'>,
) => ({
  renewIcon: createRenewIcon({ ...stores, fetch, iconLinks, now, log }),
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

/** Returns the function that notes links to be counted; undefined if bookmarks are not counted. */
const noteLinksOf = ({ stores }: Base, { HATEBU, FETCH_ALLOW_HOSTS }: SettingsOf<'fetch'>) =>
  // Addresses on hosts that only this deployment reaches are never sent to the service.
  HATEBU === 'on' ? createNoteLinks(stores.bookmarks, parseAllowHosts(FETCH_ALLOW_HOSTS)) : undefined;

/**
 * Returns the function that takes documents in: it stores new articles, sends them to scoring and, if bookmarks are
 * counted, notes their links.
 */
export const ingestOf = ({
  base,
  send,
  parser,
  settings,
}: {
  base: Base;
  send: { score: SendScore };
  parser: Pick<DocumentParser, 'sanitiseAll'>;
  settings: SettingsOf<'fetch'>;
}) =>
  createIngest({
    ...base.stores,
    sendScore: send.score,
    sanitiseAll: parser.sanitiseAll,
    noteLinks: noteLinksOf(base, settings),
    now: base.now,
    log: base.log,
    articleRetentionDays: settings.ARTICLE_RETENTION_DAYS,
  });
