import { describe, expect, it } from 'vitest';
import { endpoints, errorTable } from '../contract/index.ts';
import type { Endpoint } from '../contract/index.ts';
import { errorCodesOf, openApiDocument } from './openapi.ts';

type Operation = {
  operationId: string;
  security: unknown[];
  parameters?: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content?: unknown }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
};

const document = JSON.parse(JSON.stringify(openApiDocument('1.2.3'))) as Document;
const text = JSON.stringify(document);
const operationOf = (endpoint: Endpoint) => document.paths[endpoint.path]![endpoint.method.toLowerCase()]!;

describe('the OpenAPI document', () => {
  it('is of version 3.1 and names the version of the service', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Omomi', version: '1.2.3' } });
  });

  it.each(Object.entries<Endpoint>(endpoints))('describes %s as the contract does', (name, endpoint) => {
    const operation = operationOf(endpoint);
    expect(operation.operationId).toBe(name);
    const ways = endpoint.noTokens === true ? [{ session: [] }] : [{ session: [] }, { token: [] }];
    expect(operation.security).toEqual(endpoint.access === 'public' ? [] : ways);
    expect(operation.parameters?.filter((one) => one.in === 'path').map((one) => one.name) ?? []).toEqual(
      [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param),
    );
    expect(operation.requestBody !== undefined).toBe((endpoint.body ?? endpoint.rawBody) !== undefined);
    expect(operation.responses[endpoint.status]?.content !== undefined).toBe(
      endpoint.status !== 204 && endpoint.status !== 302,
    );
    for (const code of errorCodesOf(endpoint)) {
      const { description } = operation.responses[errorTable[code].status]!;
      expect(description.split(', ')).toContain(code);
    }
  });

  it('names the header with the hash of the body for every write, which a deployment refuses without it', () => {
    for (const endpoint of Object.values<Endpoint>(endpoints)) {
      const { parameters = [] } = operationOf(endpoint);
      const named = parameters.filter((one) => one.in === 'header').map((one) => one.name);
      expect(named).toEqual(endpoint.method === 'GET' ? [] : ['x-amz-content-sha256']);
    }
  });

  it('names exactly the operations of the contract', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations.map((one) => one.operationId).toSorted()).toEqual(Object.keys(endpoints).toSorted());
  });

  it('refers only to existing components and contains no unused one', () => {
    const referred = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target));
    const components = Object.keys(document.components.schemas);
    expect(referred).toEqual(new Set(components.map((name) => `#/components/schemas/${name}`)));
    expect(text).not.toMatch(/\$defs|\$schema/);
  });

  it('names the types of documents that are not JSON', () => {
    const schema = { type: 'string', format: 'binary' };
    const { requestBody } = operationOf(endpoints.importOpml);
    expect(requestBody).toEqual({ required: true, content: { 'application/octet-stream': { schema } } });
    expect(operationOf(endpoints.exportOpml).responses['200']?.content).toEqual({
      'text/x-opml': { schema },
    });
  });

  it('describes requests by the input of the contract’s schemas and answers by their output', () => {
    const parameters = operationOf(endpoints.listArticles).parameters!;
    expect(parameters.find((one) => one.name === 'limit')).toEqual({
      name: 'limit',
      in: 'query',
      required: false,
      schema: { type: 'integer', default: 50, minimum: 1, maximum: 200 },
    });
    expect(document.components.schemas.NewKeyword).toMatchObject({ required: ['text'] });
    expect(document.components.schemas.Keyword).toMatchObject({
      required: ['keyword_id', 'text', 'weight', 'is_active', 'is_excluding', 'is_pending', 'created_at'],
    });
  });
});
