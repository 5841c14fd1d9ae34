/** The release version, shown by `GET /api/health` and the user agent. It must equal the one in the package files. */
export const version = '0.1.0';

/**
 * The address at which this project is published, which is the default of USER_AGENT_URL. It must equal `repository` in
 * the root package file.
 */
export const repositoryUrl = 'https://github.com/omomi-reader/omomi';
