/** Some clients append this to the address that the reader typed. */
export const GREADER = '/api/greader.php';

/** The path at which assistants speak the Model Context Protocol. */
export const MCP = '/api/mcp';

/** The path below which hubs call. */
export const HOOKS = '/hooks';

/** The paths that belong to other feed readers, assistants and hubs, each with all that is below it. No page is served there. */
export const clientBases: readonly string[] = [
  '/accounts',
  '/reader',
  GREADER,
  '/fever',
  '/opds',
  MCP,
  HOOKS,
];

/** The header in which the distribution says that a request comes through it. A viewer's header of this name is replaced. */
export const ORIGIN_HEADER = 'x-omomi-origin';

export const isBelow = (path: string, base: string): boolean => path === base || path.startsWith(`${base}/`);

export const isClientPath = (path: string): boolean => clientBases.some((base) => isBelow(path, base));
