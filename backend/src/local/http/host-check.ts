export const loopbackHosts = ['127.0.0.1', 'localhost', '[::1]'] as const;

const hostPattern = /^(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::(\d{1,5}))?$/;

/**
 * Whether a Host header names this server, which keeps pages of other names away that point at a loopback address.
 * An entry of `allowed` is a name, which holds with the server's own port, or a name with another port.
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
