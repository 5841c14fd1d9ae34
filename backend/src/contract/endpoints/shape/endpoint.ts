import type { z } from 'zod';
import type { ErrorCode } from '../../schemas/errors.ts';
import type { ImageType } from '../../schemas/feeds.ts';
import type { PictureType } from '../../schemas/images.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * The readers who may call an endpoint. public: anyone. reader: a signed-in reader, who has access only to their own
 * data. owner: the owner of the deployment.
 */
export type Access = 'public' | 'reader' | 'owner';

/**
 * The rate-limit class that an endpoint counts against. `none` is not limited, except for requests without sign-in to
 * an endpoint that needs it. `client` is that of other feed readers, which ask much at once; `hook` that of hubs
 * that tell of news.
 */
export type LimitClass =
  | 'none'
  | 'public'
  | 'protected'
  | 'search'
  | 'feed_registration'
  | 'sign_in'
  | 'client'
  | 'hook';

/** A body that is read as it is: a document, not JSON. */
type RawBody = { type: string; maxBytes: number };

/** An answer that is a document to download, in UTF-8. */
export type RawResponse = { type: string; filename: string };

/** An answer that is an image. The browser caches it for `maxAgeSeconds` and then revalidates it by its hash. */
export type ImageResponse = {
  types: readonly (ImageType | PictureType)[];
  maxAgeSeconds: number;
  /** True if everybody who has the address gets the same image, so that the distribution caches it too. */
  isPublic?: true;
};

/** An answer that programs read again and again. They keep it for `maxAgeSeconds` and then revalidate it by its hash. */
export type DocumentResponse = { types: readonly string[]; maxAgeSeconds: number };

/** A document as a use case returns it, in UTF-8. */
export type ServedDocument = { text: string; content_type: string };

/** An answer that is a file to keep, whose name the use case gives. */
export type FileResponse = { types: readonly string[] };

/** A file as a use case returns it. The name has letters, digits, points and hyphens. */
export type ServedFile = { bytes: Uint8Array; content_type: string; filename: string };

/** An image as a use case returns it. */
export type ServedImage = { bytes: Uint8Array; content_type: ImageType | PictureType; hash: string };

/** An answer for a browser: cookies to set and, with status 302 or 200, the address to go to. */
export type BrowserAnswer = { cookies: readonly string[]; location?: string };

/** One endpoint of the API. The router, the SPA's client, the OpenAPI page and the tests are built from it. */
export type Endpoint = {
  method: Method;
  /** The path under the host, with `{name}` for each key of `params`. */
  path: string;
  summary: string;
  access: Access;
  /** API tokens are refused, for signing in and for anything that could extend a token's rights. */
  noTokens?: true;
  limit: LimitClass;
  /**
   * True if the endpoint writes nothing, so that it may run while the request is counted. This is not true of every
   * GET: one that finds a stuck job restarts it.
   */
  readsOnly?: true;
  /** The query parameter that identifies an unfinished sign-in. Requests are limited by it and by the address. */
  attemptParameter?: 'state';
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** A JSON body; an empty one counts as `{}`. */
  body?: z.ZodType;
  /** The largest JSON body in bytes. Default 1 MB. */
  maxBodyBytes?: number;
  /** A raw body, instead of `body`. */
  rawBody?: RawBody;
  status: 200 | 201 | 202 | 204 | 302;
  /** The JSON response. Only with status 204 does an endpoint have no usual response. */
  response?: z.ZodType;
  /** The JSON response with status 202, which replaces the usual one if the work goes on in a job. */
  acceptedResponse?: z.ZodType;
  rawResponse?: RawResponse;
  /** An image, instead of `response`. */
  imageResponse?: ImageResponse;
  /** A file to keep, instead of `response`. */
  fileResponse?: FileResponse;
  /** A document, instead of `response`. */
  documentResponse?: DocumentResponse;
  /**
   * An answer for a browser. With status 302 or 204 it replaces `response` and has no body. With 200 the body has the
   * location, and cookies are set.
   */
  browserResponse?: true;
  /** Error codes in addition to those that any endpoint may return. */
  errors: readonly ErrorCode[];
};

type BodyOf<E extends Endpoint, Json> = E['rawBody'] extends RawBody ? Uint8Array : Json;

/** The parsed request of endpoint E; a part that the endpoint does not have is undefined. */
export type RequestOf<E extends Endpoint> = {
  params: E['params'] extends z.ZodType ? z.output<E['params']> : undefined;
  query: E['query'] extends z.ZodType ? z.output<E['query']> : undefined;
  body: BodyOf<E, E['body'] extends z.ZodType ? z.output<E['body']> : undefined>;
};

/** The request that a client sends to endpoint E; parts with a default are optional. */
export type ClientRequestOf<E extends Endpoint> = {
  params: E['params'] extends z.ZodType ? z.input<E['params']> : undefined;
  query: E['query'] extends z.ZodType ? z.input<E['query']> : undefined;
  body: BodyOf<E, E['body'] extends z.ZodType ? z.input<E['body']> : undefined>;
};

type UsualResponseOf<E extends Endpoint> = E['rawResponse'] extends RawResponse
  ? string
  : E['imageResponse'] extends ImageResponse
    ? ServedImage
    : E['fileResponse'] extends FileResponse
      ? ServedFile
      : E['documentResponse'] extends DocumentResponse
        ? ServedDocument
        : E['response'] extends z.ZodType
          ? z.output<E['response']>
          : undefined;

export type ResponseOf<E extends Endpoint> =
  | UsualResponseOf<E>
  | (E['acceptedResponse'] extends z.ZodType ? z.output<E['acceptedResponse']> : never);

/** The answer of the use case behind endpoint E. */
export type AnswerOf<E extends Endpoint> = E['browserResponse'] extends true ? BrowserAnswer : ResponseOf<E>;
