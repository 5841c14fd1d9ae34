import type { UnsafeContent } from '../articles/sanitise.ts';
import type { OpmlRow } from '../feeds/opml.ts';
import type { Page, PageLinks } from '../feeds/page-links.ts';
import type { ParsedFeed, ParseError } from '../refresh/parse/parsed-feed.ts';

/** What the worker is asked. */
export type Task =
  | { kind: 'feed'; bytes: Uint8Array; contentType: string | null }
  | { kind: 'opml'; bytes: Uint8Array }
  | { kind: 'page'; page: Page }
  | { kind: 'icons'; bytes: Uint8Array; url: string }
  /** No further content is begun after so many milliseconds; the rest come back as null. */
  | { kind: 'contents'; contents: UnsafeContent[]; budgetMs: number };

/** What it answers to each. */
export type Results = {
  feed: ParsedFeed;
  opml: OpmlRow[];
  page: PageLinks;
  icons: string[];
  /** `ms` is the time it took. */
  contents: { safe: (string | null)[]; ms: number };
};

/** An error on its way between threads, which keep neither its class nor its fields. */
export type SentError =
  | { name: 'ParseError'; code: ParseError['code']; message: string }
  | { name: 'OpmlError'; message: string }
  | { name: 'Error'; message: string };

/** `ready` once the worker's modules are loaded, so that their loading counts for no document. */
export type Reply = { ready: true } | { result: never } | { error: SentError };
