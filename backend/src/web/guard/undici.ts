/*
 * The parts of undici that ask other servers. Its index loads all of it, which is a megabyte of sources more: 3 MB of
 * memory, and time at each cold start.
 */
export { default as Agent } from 'undici/lib/dispatcher/agent.js';
export { default as request } from 'undici/lib/api/api-request.js';
export { default as buildConnector } from 'undici/lib/core/connect.js';
