/** The hosts exempt from the address guard: "host" for any port, "host:port" for one port; IPv6 in brackets. */
export type AllowHosts = ReadonlySet<string>;

const parseEntry = (entry: string): string => {
  const wrong = new Error(
    `"${entry}" is no host: expected names or addresses like 127.0.0.1:8081, intranet.example or [::1]:8081, separated by commas`,
  );
  // The URL parser normalises numeric forms and letter case, as it does for request addresses.
  const url = URL.parse(`http://${entry}/`);
  if (url === null || url.hostname === '' || /[\s/?#@\\]/.test(entry) || url.pathname !== '/') throw wrong;
  const port = /:(\d+)$/.exec(entry)?.[1];
  if (port === undefined && entry.endsWith(':')) throw wrong;
  return port === undefined ? url.hostname : `${url.hostname}:${Number(port)}`;
};

/** Parses FETCH_ALLOW_HOSTS. Empty text allows no host. Throws an Error that names the invalid entry. */
export const parseAllowHosts = (text: string): AllowHosts =>
  new Set(
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
      .map(parseEntry),
  );

/** Returns the port of a URL, with the default of its scheme. */
export const portOf = (url: URL): number =>
  url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);

export const isAllowedHost = (allowHosts: AllowHosts, hostname: string, port: number): boolean =>
  allowHosts.has(hostname) || allowHosts.has(`${hostname}:${port}`);
