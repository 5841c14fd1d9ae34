import { z } from 'zod';

export const errorCategory = z.enum(['auth', 'validation', 'feed', 'limit', 'system']);

/** The error codes of the API, each with its HTTP status and category. */
export const errorTable = {
  VALIDATION_FAILED: { status: 400, category: 'validation' },
  INVALID_JSON: { status: 400, category: 'validation' },
  INVALID_QUERY: { status: 400, category: 'validation' },
  INVALID_CURSOR: { status: 400, category: 'validation' },
  UNAUTHENTICATED: { status: 401, category: 'auth' },
  CREDENTIALS_WRONG: { status: 403, category: 'auth' },
  FRESH_SIGN_IN_NEEDED: { status: 403, category: 'auth' },
  INVITATION_UNKNOWN: { status: 403, category: 'auth' },
  FORBIDDEN: { status: 403, category: 'auth' },
  HOST_REFUSED: { status: 403, category: 'auth' },
  ORIGIN_REFUSED: { status: 403, category: 'auth' },
  NOT_FOUND: { status: 404, category: 'validation' },
  IMAGE_UNAVAILABLE: { status: 404, category: 'feed' },
  METHOD_NOT_ALLOWED: { status: 405, category: 'validation' },
  ALREADY_SUBSCRIBED: { status: 409, category: 'feed' },
  FEED_INACTIVE: { status: 409, category: 'feed' },
  IMPORT_RUNNING: { status: 409, category: 'feed' },
  PAST_RUNNING: { status: 409, category: 'feed' },
  CRAWL_RUNNING: { status: 409, category: 'validation' },
  SUBSCRIPTION_LIMIT: { status: 409, category: 'limit' },
  LEARNING_OFF: { status: 409, category: 'validation' },
  KEYWORD_EXISTS: { status: 409, category: 'validation' },
  KEYWORD_LIMIT: { status: 409, category: 'limit' },
  PASSKEY_LIMIT: { status: 409, category: 'limit' },
  SEARCH_EXISTS: { status: 409, category: 'validation' },
  SEARCH_LIMIT: { status: 409, category: 'limit' },
  HIGHLIGHT_LIMIT: { status: 409, category: 'limit' },
  TAG_LIMIT: { status: 409, category: 'limit' },
  DESTINATION_LIMIT: { status: 409, category: 'limit' },
  TEXT_MODEL_LIMIT: { status: 409, category: 'limit' },
  RULE_LIMIT: { status: 409, category: 'limit' },
  TOKEN_LIMIT: { status: 409, category: 'limit' },
  FEED_ADDRESS_LIMIT: { status: 409, category: 'limit' },
  NAME_TAKEN: { status: 409, category: 'auth' },
  LAST_IDENTITY: { status: 409, category: 'auth' },
  PAYLOAD_TOO_LARGE: { status: 413, category: 'validation' },
  SEVERAL_FEEDS: { status: 422, category: 'feed' },
  FEED_NOT_FOUND: { status: 422, category: 'feed' },
  FEED_UNREACHABLE: { status: 422, category: 'feed' },
  FEED_INVALID: { status: 422, category: 'feed' },
  PAGE_NOT_SAVED: { status: 422, category: 'feed' },
  SENDING_FAILED: { status: 422, category: 'feed' },
  TEXT_MODEL_FAILED: { status: 422, category: 'system' },
  CRAWL_LIMIT: { status: 422, category: 'limit' },
  ADDRESS_REFUSED: { status: 422, category: 'feed' },
  RATE_LIMITED: { status: 429, category: 'limit' },
  INTERNAL: { status: 500, category: 'system' },
  STORAGE_DAMAGED: { status: 500, category: 'system' },
  BUSY: { status: 503, category: 'system' },
  STORAGE_BUSY: { status: 503, category: 'system' },
  MODEL_UNAVAILABLE: { status: 503, category: 'system' },
  UNHEALTHY: { status: 503, category: 'system' },
  STORAGE_FULL: { status: 507, category: 'system' },
} as const satisfies Record<string, { status: number; category: z.infer<typeof errorCategory> }>;

export type ErrorCode = keyof typeof errorTable;

export const errorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    /** The details of the error: for VALIDATION_FAILED a list of {path, message}; otherwise facts by name. */
    details: z.unknown(),
    category: errorCategory,
    /** One sentence on what the reader can do about the error. */
    action: z.string(),
  }),
});

export type ErrorBody = z.infer<typeof errorBody>;
