import * as contract from '../contract/index.ts';
import { endpoints, errorBody, errorTable, type Endpoint, type ErrorCode } from '../contract/index.ts';
import { z } from 'zod';
import { instant } from '../contract/schemas/common.ts';

type SchemaWriter = ReturnType<typeof createSchemaWriter>;

const rawContent = (...types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));

const jsonContent = (schema: JsonObject) => ({ 'application/json': { schema } });

/**
 * The header that CloudFront and the function URL need on a write, since the signature of a request covers the hash of its body
 * and only the client can compute it.
 */
const bodyHash: JsonObject = {
  name: 'x-amz-content-sha256',
  in: 'header',
  required: false,
  description:
    'The SHA-256 of the body in hex, of an empty one too. A deployment on AWS answers 403 at its edge without it, unless the request has an API token and the deployment serves other feed readers; the local runner ignores it. docs/scripts.md has more.',
  schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
};

const parametersOf = (endpoint: Endpoint, { write }: SchemaWriter): JsonObject[] => [
  ...Object.entries(endpoint.params?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema: write(schema, 'input'),
  })),
  ...Object.entries(endpoint.query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    // A parameter is optional if its schema accepts undefined: optional ones and those with a default.
    required: !schema.safeParse(undefined).success,
    schema: write(schema, 'input'),
  })),
  ...(endpoint.method === 'GET' ? [] : [bodyHash]),
];

const errorResponsesOf = (endpoint: Endpoint, { write }: SchemaWriter): JsonObject => {
  const byStatus = Object.groupBy(errorCodesOf(endpoint), (code) => String(errorTable[code].status));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [
      status,
      { description: (codes ?? []).join(', '), content: jsonContent(write(errorBody, 'output')) },
    ]),
  );
};

const emptyDescription = (status: number) =>
  status === 302 ? 'Leads elsewhere, as Location says.' : 'Done; no content.';

const securityOf = ({ access, noTokens }: Endpoint): JsonObject[] => {
  if (access === 'public') return [];
  return noTokens === true ? [{ session: [] }] : [{ session: [] }, { token: [] }];
};

/** Returns the answer of an endpoint whose work may go on in a job. */
const acceptedOf = ({ acceptedResponse }: Endpoint, { write }: SchemaWriter): JsonObject =>
  acceptedResponse === undefined
    ? {}
    : {
        202: {
          description: 'Accepted; a job does the rest.',
          content: jsonContent(write(acceptedResponse, 'output')),
        },
      };

const operationOf = (name: string, endpoint: Endpoint, writer: SchemaWriter): JsonObject => {
  const parameters = parametersOf(endpoint, writer);
  const { body, rawBody, response, rawResponse, status } = endpoint;
  const served = endpoint.imageResponse ?? endpoint.fileResponse ?? endpoint.documentResponse;
  const rawTypes = served?.types ?? (rawResponse === undefined ? [] : [rawResponse.type]);
  const content =
    rawTypes.length === 0
      ? response && jsonContent(writer.write(response, 'output'))
      : rawContent(...rawTypes);
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2]],
    security: securityOf(endpoint),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(rawBody === undefined ? {} : { requestBody: { required: true, content: rawContent(rawBody.type) } }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: jsonContent(writer.write(body, 'input')) } }),
    responses: {
      [status]:
        content === undefined ? { description: emptyDescription(status) } : { description: 'Done.', content },
      ...acceptedOf(endpoint, writer),
      ...errorResponsesOf(endpoint, writer),
    },
  };
};

const makeDocument = (version: string): JsonObject => {
  const writer = createSchemaWriter();
  const paths: Record<string, JsonObject> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = operationOf(name, endpoint, writer);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Omomi',
      version,
      description: 'A feed reader that puts what matters to its reader first and says why.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: writer.components(),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-omomi' },
        token: { type: 'http', scheme: 'bearer' },
      },
    },
  };
};

const made = new Map<string, JsonObject>();

/**
 * Returns the contract as an OpenAPI 3.1 document. It is made once for all that this process creates, because it takes
 * about 50 ms.
 */
export const openApiDocument = (version: string): JsonObject => {
  const document = made.get(version) ?? makeDocument(version);
  made.set(version, document);
  return document;
};

type JsonObject = Record<string, unknown>;

const jsonObject = z.record(z.string(), z.unknown());

const named = {
  Article: contract.article,
  ArticleRow: contract.articleRow,
  Enclosure: contract.enclosure,
  Error: contract.errorBody,
  Feed: contract.feed,
  FeedCandidate: contract.feedCandidate,
  FeedChanges: contract.feedChanges,
  Health: contract.health,
  Job: contract.job,
  Keyword: contract.keyword,
  KeywordChanges: contract.keywordChanges,
  MarkRead: contract.markRead,
  NewFeed: contract.newFeed,
  KeywordPreview: contract.keywordPreview,
  NewKeyword: contract.newKeyword,
  NewRule: contract.newRule,
  NewRuleCondition: contract.newRuleCondition,
  Passage: contract.passage,
  PreferenceChanges: contract.preferenceChanges,
  Preferences: contract.preferences,
  PreviewedArticle: contract.previewedArticle,
  Reason: contract.reason,
  Rule: contract.rule,
  RuleChanges: contract.ruleChanges,
  RuleCondition: contract.ruleCondition,
  RuleEffects: contract.ruleEffects,
  SearchPage: contract.searchPage,
  SearchRow: contract.searchRow,
  MarkedText: contract.markedText,
  TopReason: contract.topReason,
};

/**
 * Creates a writer of JSON Schemas for contract schemas; schemas with a name become components and references to them.
 */
const createSchemaWriter = () => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const components: JsonObject = {};

  /** Writes a schema. `input`: the form that a client sends. `output`: the form that the API returns. */
  const write = (schema: z.ZodType, io: 'input' | 'output'): JsonObject => {
    const written = z.toJSONSchema(schema, {
      io,
      metadata: registry,
      override: ({ zodSchema, jsonSchema }) => {
        if (zodSchema === instant) jsonSchema.format = 'date-time';
        // The regular expression of a date and the bounds of a safe integer do not help anyone who reads the document.
        if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      },
    });
    const text = JSON.stringify(written).replaceAll('"#/$defs/', '"#/components/schemas/');
    const { $schema: _, $defs, ...rest } = jsonObject.parse(JSON.parse(text));
    Object.assign(components, $defs);
    return rest;
  };

  const sortedComponents = (): JsonObject =>
    Object.fromEntries(Object.entries(components).toSorted(([one], [other]) => (one < other ? -1 : 1)));

  return { write, components: sortedComponents };
};

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorTable, code);

/** Returns every code that an endpoint may answer with, in the order of the contract's table. */
export const errorCodesOf = (endpoint: Endpoint): ErrorCode[] => {
  const isWrite = endpoint.method !== 'GET';
  const possible = new Set<ErrorCode>([
    ...endpoint.errors,
    'HOST_REFUSED',
    // For a request to show or run the answer in a page, for a token where none is accepted, and for an endpoint of the
    // owner.
    'FORBIDDEN',
    'PAYLOAD_TOO_LARGE',
    'INTERNAL',
    'STORAGE_DAMAGED',
    'BUSY',
    'STORAGE_BUSY',
    'STORAGE_FULL',
  ]);
  if (isWrite) possible.add('ORIGIN_REFUSED');
  if (endpoint.access !== 'public') possible.add('UNAUTHENTICATED');
  // Requests without sign-in are limited at every endpoint except public ones without a limit.
  if (endpoint.limit !== 'none' || endpoint.access !== 'public') possible.add('RATE_LIMITED');
  if (endpoint.params !== undefined) possible.add('NOT_FOUND');
  if (endpoint.query !== undefined || endpoint.body !== undefined) possible.add('VALIDATION_FAILED');
  if (endpoint.body !== undefined) possible.add('INVALID_JSON');
  return Object.keys(errorTable)
    .filter(isErrorCode)
    .filter((code) => possible.has(code));
};
