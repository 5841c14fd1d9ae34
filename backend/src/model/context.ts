import type { Settings } from '../config/settings.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../logging/log.ts';
import type { DocumentParser } from '../parser/document-parser.ts';
import type { Sends } from '../queues/outgoing.ts';
import type { GuardedFetch } from '../web/guard/guarded-fetch.ts';
import type { RobotsFor } from '../web/robots/robots-for.ts';
import type { EntryChanges } from './search-stores.ts';
import type { ImageKeys } from './article/image-keys.ts';
import type { Embedder } from './score/embedder.ts';
import type { KeywordMemory } from './score/keyword.ts';
import type { SendMail } from './mail.ts';
import type { TextModel } from './text/text-model.ts';
import type { Stores } from './stores.ts';

/**
 * Everything outside of the program that use cases need, made once in each process: the stores, the ways to other servers
 * and to the queues, the model, the clock, the settings. A use case takes it as its first argument and names the fields
 * that it needs (`ctx: Pick<Context, 'feeds' | 'now'>`), so that a function of a deployment makes no more than it uses, and
 * a test replaces one field.
 */
export type Context = Stores &
  Sends & {
    now: Clock;
    /** Waits for this number of milliseconds. Returns false if the process is about to stop. Tests move their clock instead. */
    pause: (milliseconds: number) => Promise<boolean>;
    newId: () => string;
    log: Log;
    settings: Settings;
    /** The way to other servers, guarded against private addresses. */
    fetch: GuardedFetch;
    /** Reads robots.txt of an origin. It remembers the rules of origins, so each process needs only one. */
    robotsFor: RobotsFor;
    /** Sends mails; null where nobody named a server that does. */
    mail: SendMail | null;
    /** The model that summarises and translates; null where the owner named none. */
    textModel: TextModel | null;
    parser: DocumentParser;
    embedder: Embedder;
    keywordMemory: KeywordMemory;
    /** The keys of the pictures that this deployment fetches for its readers. */
    imageKeys: ImageKeys;
    /** Tells which entries were written since a search read them. */
    entryChanges: EntryChanges;
  };
