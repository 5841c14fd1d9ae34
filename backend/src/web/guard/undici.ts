/*
 * The parts of undici with which other servers are asked. Its index also loads the rest: 3 MB of memory, and 0.4 MB more for a
 * function to read.
 */
export { default as Agent } from 'undici/lib/dispatcher/agent.js';
export { default as request } from 'undici/lib/api/api-request.js';
export { default as buildConnector } from 'undici/lib/core/connect.js';
