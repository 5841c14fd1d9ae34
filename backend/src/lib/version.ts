/** The release version, shown by `GET /api/health` and the user agent. It must equal the one in the package files. */
export const version = '0.1.0';
