/** The release, as `GET /api/health` and the user agent tell it; the package files say the same. */
export const version = '0.1.0';
