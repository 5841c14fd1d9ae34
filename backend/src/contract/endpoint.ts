import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** public: anyone. reader: a signed-in reader, who reaches only what is theirs. */
export type Access = 'public' | 'reader';

/** The rate-limit class an endpoint counts against; `none` is never limited. */
export type LimitClass = 'none' | 'public' | 'protected' | 'feed_registration';

/** One endpoint of the API: what the router, the SPA's client, the OpenAPI page and the tests know of it. */
export type Endpoint = {
  method: Method;
  /** Path under the host, with `{name}` for each key of `params`. */
  path: string;
  summary: string;
  access: Access;
  limit: LimitClass;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** A JSON body; an empty one is read as `{}`. */
  body?: z.ZodType;
  status: 200 | 201 | 202 | 204;
  /** Missing exactly when status is 204. */
  response?: z.ZodType;
  /** Codes beyond those any endpoint may answer with. */
  errors: readonly ErrorCode[];
};

/** What a request of endpoint E carries once parsed; a part the endpoint has not is undefined. */
export type RequestOf<E extends Endpoint> = {
  params: E['params'] extends z.ZodType ? z.output<E['params']> : undefined;
  query: E['query'] extends z.ZodType ? z.output<E['query']> : undefined;
  body: E['body'] extends z.ZodType ? z.output<E['body']> : undefined;
};

/** What a client may send: defaults left out. */
export type ClientRequestOf<E extends Endpoint> = {
  params: E['params'] extends z.ZodType ? z.input<E['params']> : undefined;
  query: E['query'] extends z.ZodType ? z.input<E['query']> : undefined;
  body: E['body'] extends z.ZodType ? z.input<E['body']> : undefined;
};

export type ResponseOf<E extends Endpoint> = E['response'] extends z.ZodType
  ? z.output<E['response']>
  : undefined;
