// A file of its own, so that it is loaded with the first request to one of these endpoints.
export { managingEndpoints } from '@omomi/backend/contract';
