export const loopbackHosts = ['127.0.0.1', 'localhost', '[::1]'] as const;

const hostPattern = /^(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::(\d{1,5}))?$/;

/** Checks whether a Host header names this machine by a loopback name, with any port. */
export const namesLoopback = (host: string | undefined): boolean => {
  const name = hostPattern.exec(host?.toLowerCase() ?? '')?.[1];
  return loopbackHosts.some((one) => one === name);
};

/**
 * Checks whether a Host header names this server. This prevents DNS rebinding: a page of another name whose address is
 * a loopback address. An entry of `allowed` is a name, which is allowed with the server's own port, or `name:port`.
 */
export const isOwnHost = (
  host: string | undefined,
  serverPort: number | undefined,
  allowed: readonly string[],
): boolean => {
  const match = hostPattern.exec(host?.toLowerCase() ?? '');
  if (match === null) return false;
  const [, name = '', port = '80'] = match;
  return (
    (allowed.includes(name) && Number(port) === serverPort) || allowed.includes(`${name}:${Number(port)}`)
  );
};
