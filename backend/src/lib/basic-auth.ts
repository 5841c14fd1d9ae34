/** Returns the value of the header `Authorization` for a user name and a password (RFC 7617, in UTF-8). */
export const basicAuth = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
