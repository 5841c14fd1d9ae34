import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { ImageType } from './feeds.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** public: anyone. reader: a signed-in reader, who reaches only what is theirs. owner: who runs the deployment. */
export type Access = 'public' | 'reader' | 'owner';

/** The rate-limit class an endpoint counts against; `none` is never limited. */
export type LimitClass = 'none' | 'public' | 'protected' | 'feed_registration';

/** A body that is taken as it comes: a document, not JSON. */
export type RawBody = { type: string; maxBytes: number };

/** An answer that is a document to keep, in UTF-8. */
export type RawResponse = { type: string; filename: string };

/** An answer that is an image, kept by the browser for so long and asked for again by its hash. */
export type ImageResponse = { types: readonly ImageType[]; maxAgeSeconds: number };

/** An image as a use case hands it over. */
export type ServedImage = { bytes: Uint8Array; content_type: ImageType; hash: string };

/** An answer for a browser: cookies to set, and with status 302 or 200 where to go. */
export type BrowserAnswer = { cookies: readonly string[]; location?: string };

/** One endpoint of the API: what the router, the SPA's client, the OpenAPI page and the tests know of it. */
export type Endpoint = {
  method: Method;
  /** Path under the host, with `{name}` for each key of `params`. */
  path: string;
  summary: string;
  access: Access;
  /** An API token will not do: signing in, and what could give a token more than it has. */
  noTokens?: true;
  limit: LimitClass;
  /** Writes nothing at all, so it may run while it is being counted. Not every GET: one that finds a stuck job mends it. */
  readsOnly?: true;
  /** The query parameter that tells one unfinished sign-in from the next; limited by it and by the address. */
  attemptParameter?: 'state';
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** A JSON body; an empty one is read as `{}`. */
  body?: z.ZodType;
  /** Instead of `body`. */
  rawBody?: RawBody;
  status: 200 | 201 | 202 | 204 | 302;
  /** One of the responses is missing exactly when status is 204. */
  response?: z.ZodType;
  rawResponse?: RawResponse;
  /** Instead of `response`. */
  imageResponse?: ImageResponse;
  /** With status 302 or 204 instead of `response`: no body. With 200 the body has the location, beside cookies. */
  browserResponse?: true;
  /** Codes beyond those any endpoint may answer with. */
  errors: readonly ErrorCode[];
};

type BodyOf<E extends Endpoint, Json> = E['rawBody'] extends RawBody ? Uint8Array : Json;

/** What a request of endpoint E carries once parsed; a part the endpoint has not is undefined. */
export type RequestOf<E extends Endpoint> = {
  params: E['params'] extends z.ZodType ? z.output<E['params']> : undefined;
  query: E['query'] extends z.ZodType ? z.output<E['query']> : undefined;
  body: BodyOf<E, E['body'] extends z.ZodType ? z.output<E['body']> : undefined>;
};

/** What a client may send: defaults left out. */
export type ClientRequestOf<E extends Endpoint> = {
  params: E['params'] extends z.ZodType ? z.input<E['params']> : undefined;
  query: E['query'] extends z.ZodType ? z.input<E['query']> : undefined;
  body: BodyOf<E, E['body'] extends z.ZodType ? z.input<E['body']> : undefined>;
};

export type ResponseOf<E extends Endpoint> = E['rawResponse'] extends RawResponse
  ? string
  : E['imageResponse'] extends ImageResponse
    ? ServedImage
    : E['response'] extends z.ZodType
      ? z.output<E['response']>
      : undefined;

/** What the use case behind endpoint E answers with. */
export type AnswerOf<E extends Endpoint> = E['browserResponse'] extends true ? BrowserAnswer : ResponseOf<E>;
