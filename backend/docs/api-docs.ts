// Writes docs/api.md from the contract: npm run docs:api
import { writeFile } from 'node:fs/promises';
import { errorActions } from '../src/api/error-table.ts';
import { openApiDocument } from '../src/api/openapi.ts';
import { errorTable } from '../src/contract/index.ts';
import type { ErrorCode } from '../src/contract/index.ts';
import { describeType, typeOf } from './schema-text.ts';
import type { Schema } from './schema-text.ts';

type Content = { content?: Record<string, { schema: Schema }> };
type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  security: unknown[];
  parameters?: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content & { description: string }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const cell = (text: string) => text.replaceAll('|', '\\|');

const table = (head: string[], rows: string[][]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${' --- |'.repeat(head.length)}`,
  ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
  '',
];

const schemaOf = (content: Content | undefined) => content?.content?.['application/json']?.schema;

/** Returns the media types of a document that is not JSON, or undefined if there are none. */
const rawTypesOf = (content: Content | undefined): string | undefined => {
  const types = Object.keys(content?.content ?? {}).filter((type) => type !== 'application/json');
  return types.length === 0 ? undefined : types.map((type) => `\`${type}\``).join(', ');
};

// The error codes that nearly every endpoint can answer. The introduction lists them once.
const common = new Set<string>([
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'HOST_REFUSED',
  'ORIGIN_REFUSED',
  'PAYLOAD_TOO_LARGE',
  'RATE_LIMITED',
  'INTERNAL',
  'STORAGE_DAMAGED',
  'BUSY',
  'STORAGE_BUSY',
  'STORAGE_FULL',
]);

const successText = ([status, success]: [string, Content]): string => {
  const answer = schemaOf(success);
  const content = answer === undefined ? rawTypesOf(success) : typeOf(answer);
  return `- answers ${status}${content === undefined ? ' without content' : `: ${content}`}`;
};

const operationText = (method: string, path: string, operation: Operation): string[] => {
  const successes = Object.entries(operation.responses).filter(([status]) => Number(status) < 400);
  const body = schemaOf(operation.requestBody);
  const rawBody = rawTypesOf(operation.requestBody);
  const query = operation.parameters?.filter((one) => one.in === 'query') ?? [];
  const errors = Object.entries(operation.responses)
    .filter(([code]) => Number(code) >= 400)
    .flatMap(([, response]) => response.description.split(', '))
    .filter((code) => !common.has(code));
  return [
    `### ${method.toUpperCase()} ${path}`,
    '',
    `${operation.summary}${operation.security.length === 0 ? ' Needs no sign-in.' : ''}`,
    '',
    ...(rawBody === undefined ? [] : [`- body: a document, ${rawBody}`]),
    ...(body === undefined ? [] : [`- body: ${typeOf(body)}`]),
    ...successes.map(successText),
    ...(errors.length === 0 ? [] : [`- errors: ${errors.join(', ')}`]),
    '',
    ...(query.length === 0
      ? []
      : table(
          ['query', 'value'],
          query.map((one) => [one.name, describeType(one.schema)]),
        )),
  ];
};

const componentText = (name: string, schema: Schema): string[] => [
  `### ${name}`,
  '',
  ...(schema.properties === undefined
    ? [typeOf(schema), '']
    : table(
        ['field', 'value'],
        Object.entries(schema.properties).map(([field, type]) => [
          schema.required?.includes(field) === true ? field : `${field} (optional)`,
          describeType(type),
        ]),
      )),
];

const intro = `# The API

Made from the contract in \`backend/src/contract\` by \`npm run docs:api\`; do not edit. The running service has the
same as an OpenAPI 3.1 document at \`/api/openapi.json\`.

JSON over \`/api\`, with the session cookie or \`Authorization: Bearer <token>\`. Times are UTC with milliseconds,
\`2026-01-31T08:00:00.000Z\`. A deployment on AWS needs the header \`x-amz-content-sha256\` on every write
without an API token ([scripts.md](scripts.md)). What is unknown is null, not missing. Lists are pages \`{items, next_cursor, has_more}\`;
\`next_cursor\` is null on the last one, and a cursor serves only the query it came from. An empty body is \`{}\`; a
body has at most 1 MB, an OPML document 4 MB. The local runner reads addresses of up to 4 MB, so that a query that is too long
is refused by the contract, and answers longer ones with 431 in the form of all errors. On AWS, CloudFront itself refuses an address of more than
8,192 bytes, which no valid request needs, with an answer that is not JSON. Names that are not known in a query or a body are refused.

Any endpoint may answer HOST_REFUSED, PAYLOAD_TOO_LARGE, INTERNAL, STORAGE_DAMAGED (500), BUSY (503 with \`Retry-After\`: the answer took too long), STORAGE_BUSY (503 with
\`Retry-After\`: the table is throttled) and STORAGE_FULL (507: the disk under the data is full; nothing that was stored is lost); those that need sign-in UNAUTHENTICATED; writes
ORIGIN_REFUSED; all but the health check RATE_LIMITED. FORBIDDEN is the answer to a token that may not (writes with a read
token, sessions and tokens with any), under \`/api/owner\` to all but the owner, and to what a page asks for as an image, a
script or another part of itself (\`Sec-Fetch-Dest\`), icons apart. A known path asked with another method answers
METHOD_NOT_ALLOWED and names its methods in \`Allow\`. Every response has its \`x-request-id\`.

Reads of 1 KB and more are compressed with Brotli or gzip as \`Accept-Encoding\` asks. What a reader reads as JSON has a weak
\`ETag\`, apart from sessions, tokens and the export of the account: sent back in \`If-None-Match\`, it is answered with 304 and
no body while nothing changed.

Every request but the health check and a signed-in reader's icons counts in a window that begins with the sender's first.
The answer has \`X-RateLimit-Limit\`, \`-Remaining\`, \`-Reset\` (Unix time in seconds), \`-Policy\`, \`-Key\` (a hash of whom
the window counts), and the standard \`RateLimit\` and \`RateLimit-Policy\`. One too many answers RATE_LIMITED with
\`Retry-After\` and \`details.retry_after\` in seconds. See [operations.md](operations.md#rate-limits) for the limits.
`;

const errorsText = (): string[] => [
  '## Errors',
  '',
  '`{"error": {"code", "message", "details", "category", "action"}}`: what is wrong, what exactly, and what the reader',
  'can do. `details` is a list of `{path, message}` for VALIDATION_FAILED; else facts by name, or null.',
  '',
  ...table(
    ['code', 'status', 'category', 'action'],
    (Object.keys(errorTable) as ErrorCode[]).map((code) => [
      code,
      String(errorTable[code].status),
      errorTable[code].category,
      errorActions[code],
    ]),
  ),
];

/** Returns the text that docs/api.md must have. */
export const renderApiDocs = (): string => {
  const document = openApiDocument('') as Document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0] ?? '',
      text: operationText(method, path, operation),
    })),
  );
  const groups = Map.groupBy(operations, ({ tag }) =>
    tag === 'health' || tag === 'openapi.json' ? 'service' : tag,
  );
  const lines = [
    intro,
    ...[...groups].flatMap(([tag, members]) => [
      `## ${tag.charAt(0).toUpperCase()}${tag.slice(1)}`,
      '',
      ...members.flatMap(({ text }) => text),
    ]),
    '## Types',
    '',
    ...Object.entries(document.components.schemas)
      .filter(([name]) => name !== 'Error')
      .flatMap(([name, schema]) => componentText(name, schema)),
    ...errorsText(),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
};

export const apiDocsFile = new URL('../../docs/api.md', import.meta.url);

if (import.meta.main) await writeFile(apiDocsFile, renderApiDocs());
