import type { NamesContext } from '../articles/lists/row-to-wire.ts';
import type { StoriesContext } from '../articles/stories/known-stories.ts';
import type { SignInPolicy } from '../accounts/providers/sign-in-policy.ts';
import type { HealthChecks } from '../api/health.ts';
import type { FunctionName, SettingsOf } from '../config/env.ts';
import type { SentBy } from '../queues/messages.ts';
import type { Sends } from '../queues/outgoing.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { Context } from '../model/context.ts';
import type { Stores } from '../model/stores.ts';
import type { OwnedQueues } from '../owner/queues.ts';
import type { ObserveFetch } from '../refresh/record-fetch.ts';
import type { Searcher } from '../search/keep/searcher.ts';
import type { CleanupFigures, Meter } from '../retention/figures.ts';

/** The context of a process that runs every function; one function of a deployment makes its part alone. */
export type AppContext = Omit<Context, 'imageKeys' | 'robotsFor'> & {
  /** Another address of the bookmark service, for tests. */
  hatebuUrl?: string | undefined;
  /** Seconds for which processes that run when a reader leaves may still write. */
  lastWriteSeconds: number;
  /** Measures what a cleanup consumes of the table; without it, only the writes are estimated. */
  meter?: Meter;
  /** Receives the facts of every fetch, those with which readers begin to follow feeds too. */
  observeFetch?: ObserveFetch;
  /** Receives the figures of each cleanup that has ended. */
  observeCleanup?: (figures: CleanupFigures) => void;
  signInPolicy: SignInPolicy;
  limiter: Limiter;
  /** The log2 of scrypt's N for passwords. Only tests set it, to save time; whatever serves readers leaves it out. */
  passwordCost?: number;
  /** The queues as the owner deals with them. */
  queues: OwnedQueues;
  /** The parts that `/api/health` checks. */
  health: HealthChecks;
  /** The commit that was deployed, which `/api/health` names. */
  commit?: string | undefined;
  /** The memory in bytes that searches may keep between requests. */
  searchMemoryBytes: number;
};

/** The part of the context that every function has. */
export type Base = Stores & Pick<Context, 'now' | 'pause' | 'newId' | 'log'>;

/** The fields of a context by which a function sends to its queues. */
export type SendsOf<F extends FunctionName> = Sends<SentBy<F>>;

/** The part of the context that each function has which answers readers. */
export type Answering = Base &
  Pick<
    AppContext,
    | 'fetch'
    | 'parser'
    | 'embedder'
    | 'textModel'
    | 'keywordMemory'
    | 'entryChanges'
    | 'signInPolicy'
    | 'limiter'
    | 'passwordCost'
    | 'mail'
    | 'searchMemoryBytes'
  >;

/** The context of the function that answers the page. */
export type PageContext = Answering &
  SendsOf<'api'> &
  Pick<AppContext, 'queues' | 'health' | 'commit' | 'observeFetch'> & { settings: SettingsOf<'api'> };

/** The context of the API, with what its process makes once and keeps. */
export type ApiContext = PageContext & NamesContext & StoriesContext & { searcher: Searcher };
