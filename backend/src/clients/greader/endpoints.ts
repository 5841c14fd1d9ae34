import type { ClientEndpoint } from '../shared/call.ts';
import type { ClientRequest } from '../shared/request.ts';
import { feedEndpoints } from './change-feeds.ts';
import { itemEndpoints } from './change-items.ts';
import { describingEndpoints } from './describe-reader.ts';
import { atomEndpoint, contentsEndpoint, idsEndpoint, namedContentsEndpoint } from './read-lists.ts';

/** The endpoints with a fixed path. The names are also those of the log, which never has what a client sent. */
const fixed: Record<string, ClientEndpoint> = {
  ...describingEndpoints,
  'GET /reader/api/0/stream/items/ids': idsEndpoint,
  'POST /reader/api/0/stream/items/ids': idsEndpoint,
  'GET /reader/api/0/stream/items/contents': namedContentsEndpoint,
  'POST /reader/api/0/stream/items/contents': namedContentsEndpoint,
  ...itemEndpoints,
  ...feedEndpoints,
};

/** The method and path of every endpoint with a fixed path. */
export const greaderRoutes: readonly string[] = Object.keys(fixed);

/** The endpoints whose path ends with the id of a list. Without one it is the reading list. */
const ofLists = [
  { path: '/reader/api/0/stream/contents', make: contentsEndpoint },
  { path: '/reader/atom', make: atomEndpoint },
] as const;

const READING_LIST = 'user/-/state/com.google/reading-list';

/** Returns the endpoint of a request with its name in the log; null for a path that is not served. */
export const greaderEndpoint = ({
  method,
  path,
}: Pick<ClientRequest, 'method' | 'path'>): { route: string; endpoint: ClientEndpoint } | null => {
  const route = `${method} ${path.replace(/\/$/, '')}`;
  const known = Object.hasOwn(fixed, route) ? fixed[route] : undefined;
  if (known !== undefined) return { route, endpoint: known };
  const list = ofLists.find((each) => path === each.path || path.startsWith(`${each.path}/`));
  if (list === undefined || method !== 'GET') return null;
  const id = path.slice(list.path.length + 1);
  return { route: `GET ${list.path}/{stream}`, endpoint: list.make(id === '' ? READING_LIST : id) };
};

/** Returns the methods with which a path is served; none for one that is not. */
export const methodsAt = (path: string): string[] =>
  ['GET', 'POST'].filter((method) => greaderEndpoint({ method, path }) !== null);
