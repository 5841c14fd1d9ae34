import { createNoteLinks } from '../../bookmarks/note-links.ts';
import type { SettingsOf } from '../../config/env.ts';
import { createRunNow, createScheduleJob } from '../../jobs/schedule-job.ts';
import type { SendJob, SendPages, SendScore } from '../../queues/messages.ts';
import type { RenewIcon } from '../../icons/icon.ts';
import { createMarkAll, createUndoMark } from '../../articles/reading/mark-all.ts';
import { createCountUnread } from '../../articles/reading/unread.ts';
import { createReadDocument } from '../../discovery/read-document.ts';
import { parseAllowHosts } from '../../outbound/guard/allow-hosts.ts';
import type { GuardedFetch } from '../../outbound/guard/guarded-fetch.ts';
import type { DocumentParser } from '../../parser/document-parser.ts';
import { createLeavePage } from '../../feeds/leave-feed.ts';
import { createTakeSnapshot } from '../../model/feed/snapshot.ts';
import type { Retention } from '../../model/reader/retention.ts';
import { createAskPages } from '../../full-text/ask-pages.ts';
import { createIngest } from '../../refresh/intake/ingest.ts';
import { createTakeDocument } from '../../refresh/take-document.ts';
import { createEnsureVectors } from '../../scoring/article-vectors.ts';
import { createEntryVectors } from '../../scoring/entry-vectors.ts';
import type { Embedder } from '../../model/score/embedder.ts';
import { createMakeKeywordVector, createUsualFor } from '../../scoring/keyword-vector.ts';
import { createLoadKeywords } from '../../scoring/reader-keywords.ts';
import { createLearn, createLoadLearned } from '../../scoring/learning/learn.ts';
import { createNearestLiked } from '../../scoring/learning/nearest-liked.ts';
import { createNotePassed, createNoteSignal } from '../../scoring/learning/note-signal.ts';
import { createPace } from '../../pace/pace.ts';
import type { Base } from './adapters.ts';

/*
 * Use cases that the handlers of several functions share.
 */

export const countUnreadOf = ({ stores, now }: Base) => createCountUnread({ ...stores, now });

/** Returns the function that takes a mark back; cancelling the mark's job does so too. */
export const undoMarkOf = (base: Base) =>
  createUndoMark({ ...base.stores, countUnread: countUnreadOf(base), now: base.now });

/** Returns the function that marks everything in a scope as read. */
export const markAllOf = ({ base, send }: { base: Base; send: { jobs: SendJob } }) => {
  const { stores, now, newId } = base;
  const { jobs } = stores;
  return createMarkAll({
    ...stores,
    countUnread: countUnreadOf(base),
    scheduleJob: createScheduleJob({ jobs, sendJob: send.jobs, now }),
    runNow: createRunNow({ jobs, sendJob: send.jobs, now }),
    now,
    newId,
  });
};

/** Returns the function that removes a feed from a page of a reader's entries. */
export const leavePageOf = ({ stores, now }: Base, sendScore: SendScore, retention: Retention) =>
  createLeavePage({ ...stores, sendScore, now, retention });

export const scoringOf = ({ stores, now, log }: Base, embedder: Embedder) => {
  const { model } = embedder;
  const makeVector = createMakeKeywordVector(embedder);
  const usualFor = createUsualFor(embedder, stores.blobs);
  const ensureVectors = createEnsureVectors({ vectors: stores.vectors, embedder, log });
  const entryVectors = createEntryVectors({ ...stores, ensureVectors, model, now });
  const learn = createLearn({ ...stores, entryVectors, model, now, log });
  const loadLearned = createLoadLearned({ ...stores, learn, now });
  return {
    model,
    makeVector,
    usualFor,
    ensureVectors,
    entryVectors,
    learn,
    noteSignal: createNoteSignal({ ...stores, entryVectors, now }),
    notePassed: createNotePassed({ ...stores, now }),
    nearestLiked: createNearestLiked({ ...stores, entryVectors }),
    loadKeywords: createLoadKeywords({ ...stores, loadLearned, model, makeVector, usualFor }),
  };
};

/** Returns the function that notes links to be counted; undefined if bookmarks are not counted. */
const noteLinksOf = ({ stores }: Base, { HATEBU, FETCH_ALLOW_HOSTS }: IntakeAdapters['settings']) =>
  // Addresses on hosts that only this deployment reaches are never sent to the service.
  HATEBU === 'on' ? createNoteLinks(stores.bookmarks, parseAllowHosts(FETCH_ALLOW_HOSTS)) : undefined;

/** Returns the ways to a host's turn, which all requests share. */
export const paceOf = ({
  base,
  settings,
}: {
  base: Base;
  settings: Pick<SettingsOf<'fetch'>, 'FETCH_ALLOW_HOSTS'>;
}) =>
  createPace({
    hosts: base.stores.hosts,
    allowHosts: parseAllowHosts(settings.FETCH_ALLOW_HOSTS),
    now: base.now,
    pause: base.pause,
  });

/** Returns the function that reads the documents of feeds, and of sites without one. */
export const readDocumentOf = (parser: Pick<DocumentParser, 'parseFeed' | 'learnListing' | 'pageToFeed'>) =>
  createReadDocument({ parse: parser.parseFeed, ...parser });

/** The adapters of the functions that take documents in. */
export type IntakeAdapters = {
  base: Base;
  send: { score: SendScore; pages: SendPages };
  parser: Pick<DocumentParser, 'sanitiseAll' | 'iconLinks'>;
  outbound: { fetch: GuardedFetch };
  settings: Pick<SettingsOf<'fetch'>, 'ARTICLE_RETENTION_DAYS' | 'FETCH_ALLOW_HOSTS' | 'HATEBU'>;
};

/**
 * Returns the function that takes the items of a document in: it stores new articles, sends them to scoring and, if
 * bookmarks are counted, notes their links.
 */
export const ingestOf = ({ base, send, parser, settings }: Omit<IntakeAdapters, 'outbound'>) =>
  createIngest({
    ...base.stores,
    sendScore: send.score,
    sanitiseAll: parser.sanitiseAll,
    noteLinks: noteLinksOf(base, settings),
    askPages: createAskPages({ ...base.stores, sendPages: send.pages }),
    now: base.now,
    log: base.log,
    articleRetentionDays: settings.ARTICLE_RETENTION_DAYS,
  });

/** Returns the function that takes a fetched document in: articles, icon and snapshot. */
export const takeDocumentOf = (adapters: Omit<IntakeAdapters, 'outbound'>, renewIcon: RenewIcon) => {
  const { stores, now, log } = adapters.base;
  return createTakeDocument({
    ingest: ingestOf(adapters),
    renewIcon,
    takeSnapshot: createTakeSnapshot({ ...stores, now, log }),
  });
};
