import { managingEndpoints } from './managing/managing-endpoints.ts';
import { readingEndpoints } from './reading-endpoints.ts';

/** The endpoints of the API by operation name. */
export const endpoints = { ...readingEndpoints, ...managingEndpoints } as const;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
