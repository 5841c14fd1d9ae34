/** Hosts exempt from the address guard: "host" for any port, "host:port" for that one; IPv6 in brackets. */
export type AllowHosts = ReadonlySet<string>;

const parseEntry = (entry: string): string => {
  const wrong = new Error(
    `"${entry}" is no host: expected names or addresses like 127.0.0.1:8081, intranet.example or [::1]:8081, separated by commas`,
  );
  // A URL parser brings numeric forms and letter case into the shape that request addresses have too.
  const url = URL.parse(`http://${entry}/`);
  if (url === null || url.hostname === '' || /[\s/?#@\\]/.test(entry) || url.pathname !== '/') throw wrong;
  const port = /:(\d+)$/.exec(entry)?.[1];
  if (port === undefined && entry.endsWith(':')) throw wrong;
  return port === undefined ? url.hostname : `${url.hostname}:${Number(port)}`;
};

/** Reads FETCH_ALLOW_HOSTS. Empty text allows none. Throws an Error that names the entry that is wrong. */
export const parseAllowHosts = (text: string): AllowHosts =>
  new Set(
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
      .map(parseEntry),
  );

/** The port a URL leads to. */
export const portOf = (url: URL): number =>
  url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);

export const isAllowedHost = (allowHosts: AllowHosts, hostname: string, port: number): boolean =>
  allowHosts.has(hostname) || allowHosts.has(`${hostname}:${port}`);
