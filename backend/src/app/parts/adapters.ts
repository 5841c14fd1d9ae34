import type { SignInPolicy } from '../../accounts/providers/sign-in-policy.ts';
import type { HealthChecks } from '../../api/health.ts';
import type { SettingsOf } from '../../config/env.ts';
import type { Settings } from '../../config/settings.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Limiter } from '../../limits/limiter.ts';
import type { Log } from '../../logging/log.ts';
import type { EntryChanges } from '../../model/article/entry-changes.ts';
import type { Embedder } from '../../model/score/embedder.ts';
import type { GuardedFetch } from '../../outbound/guard/guarded-fetch.ts';
import type { OwnedQueues } from '../../owner/queues.ts';
import type { DocumentParser } from '../../parser/document-parser.ts';
import type { SendFetch, SendJob, SendPages, SendScore } from '../../queues/messages.ts';
import type { ObserveFetch } from '../../refresh/fetch-facts.ts';
import type { Meter } from '../../retention/cost.ts';
import type { CleanupFigures } from '../../retention/figures.ts';
import type { Stores } from '../../storage/stores.ts';

/** The adapters that every handler needs. */
export type Base = {
  stores: Stores;
  now: Clock;
  /** Waits for this number of milliseconds. Tests move their clock instead. */
  pause: (milliseconds: number) => Promise<unknown>;
  newId: () => string;
  log: Log;
};

/** The senders of the four queues. */
export type Sends = { fetch: SendFetch; score: SendScore; jobs: SendJob; pages: SendPages };

/** The way to other servers. */
export type Outbound = {
  fetch: GuardedFetch;
  /** Another address of the bookmark service, for tests. */
  hatebuUrl?: string | undefined;
};

/** The way in which the process that runs the handlers waits, ends and measures. */
export type Runtime = {
  /** Waits for the given milliseconds. Returns false if the process is about to stop. */
  pause: (milliseconds: number) => Promise<boolean>;
  /** Seconds for which processes that run when a reader leaves may still write. */
  lastWriteSeconds: number;
  /** Measures what a cleanup consumes of the table; without it, only the writes are estimated. */
  meter?: Meter;
  observeFetch?: ObserveFetch;
  /** Receives the figures of each cleanup that has ended. */
  observeCleanup?: (figures: CleanupFigures) => void;
};

/** The adapters that only the API needs. */
export type ApiSupport = {
  signInPolicy: SignInPolicy;
  limiter: Limiter;
  /** The queues as the owner deals with them. */
  queues: OwnedQueues;
  /** The parts that `/api/health` checks. */
  health: HealthChecks;
  /** Receives the facts of the fetches with which readers begin to follow feeds. */
  observeFetch?: ObserveFetch;
  /** The memory in bytes that searches may keep between requests. */
  searchMemoryBytes: number;
  /** Tells which entries were written since a search read them. */
  entryChanges: EntryChanges;
};

/**
 * Everything that the application gets from outside. A handler's own type names the part that it needs, so that a
 * Lambda function creates no more than that; one process creates them all.
 */
export type Adapters = {
  base: Base;
  send: Sends;
  parser: DocumentParser;
  outbound: Outbound;
  embedder: Embedder;
  settings: Settings;
  runtime: Runtime;
  api: ApiSupport;
};

export type JobsAdapters = {
  base: Base;
  send: Sends;
  parser: Pick<DocumentParser, 'parseOpml' | 'parseFeed' | 'learnListing' | 'pageToFeed' | 'sanitiseAll'>;
  embedder: Embedder;
  settings: SettingsOf<'jobs'>;
  runtime: Pick<Runtime, 'lastWriteSeconds' | 'meter' | 'observeCleanup'>;
};

export type ApiAdapters = Omit<Adapters, 'runtime' | 'settings'> & { settings: SettingsOf<'api'> };
