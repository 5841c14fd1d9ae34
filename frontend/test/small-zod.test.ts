import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import * as onServer from '@omomi/backend/contract';
import { sampleRequest, sampleResponses } from '../../backend/test/harness/api/api-samples.ts';
import { runs } from '../../backend/test/harness/property-runs.ts';
import { smallZod } from '../build/contract-for-page.ts';
import { z } from '../build/small-zod.ts';
import { loadBuilt } from './built-module.ts';

const entry = join(import.meta.dirname, '../../backend/src/contract/index.ts');
const inPage = await loadBuilt<typeof onServer>(entry, [smallZod()]);

type Schema = { safeParse: (value: unknown) => { success: boolean; data?: unknown } };

const verdict = (schema: Schema, value: unknown) => {
  const { success, data } = schema.safeParse(structuredClone(value));
  return success ? { data } : 'refused';
};

/** Values that differ from most of what a schema expects by little. */
const oddity = fc.constantFrom<unknown>(
  undefined,
  null,
  '',
  ' ',
  'x',
  '2026-02-30T08:00:00.000Z',
  'true',
  0,
  -1,
  1.5,
  2 ** 53,
  Number.NaN,
  true,
  [],
  {},
  [null],
  { unknown: 1 },
);

/** Returns the paths of every value within a value, the whole included. */
const pathsIn = (value: unknown): string[][] =>
  typeof value === 'object' && value !== null
    ? [[], ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner).map((rest) => [key, ...rest]))]
    : [[]];

/** Returns a copy in which the value at a path is another one, or, if that is undefined, is gone. */
const replaced = (value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown => {
  if (key === undefined) return by;
  const inner = replaced((value as Record<string, unknown>)[key], rest, by);
  if (Array.isArray(value)) return value.map((one: unknown, at) => (String(at) === key ? inner : one));
  const { [key]: _, ...others } = value as Record<string, unknown>;
  return inner === undefined ? others : { ...others, [key]: inner };
};

const names = Object.keys(onServer.endpoints) as onServer.EndpointName[];

/** Every schema of an endpoint in the page and on the server, with a value that it allows. */
const pairs = names.flatMap((name) => {
  const [small, full]: onServer.Endpoint[] = [inPage.endpoints[name], onServer.endpoints[name]];
  const { body } = sampleRequest(name) as { body?: unknown };
  const answer: unknown = sampleResponses[name];
  return [
    { of: `the answer of ${name}`, small: small?.response, full: full?.response, value: answer },
    { of: `the body of ${name}`, small: small?.body, full: full?.body, value: body ?? {} },
  ].flatMap(({ small: page, full: server, ...rest }) =>
    page === undefined || server === undefined ? [] : [{ ...rest, page, server }],
  );
});

type Node = { type?: string; name?: string; object?: Node; callee?: Node; property?: Node };

/** Returns the names of the methods that are called on `z`, or on what such a method returned, anywhere in a tree. */
const methodsIn = (tree: unknown): string[] => {
  if (typeof tree !== 'object' || tree === null) return [];
  const node: Node = tree;
  let root = node.object;
  while (root?.object ?? root?.callee) root = root?.object ?? root?.callee;
  const isMethod = node.type === 'MemberExpression' && root?.name === 'z';
  return [...(isMethod ? [node.property?.name ?? ''] : []), ...Object.values(tree).flatMap(methodsIn)];
};

const root = join(import.meta.dirname, '../..');
const sources = ['frontend/src/**/*.{ts,tsx}', 'backend/src/contract/**/*.ts'].flatMap((pattern) =>
  globSync(pattern, { cwd: root }).filter((file) => !file.includes('.test.')),
);

describe('the schemas in the page', () => {
  it('have every method that the page and the contract call', () => {
    const makers = [z, z.coerce, z.iso].flatMap((names) => Object.keys(names));
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(z.string()));
    const known = new Set([...makers, ...methods, 'data']);
    const missing = sources.flatMap((file) =>
      methodsIn(parseSync(file, readFileSync(join(root, file), 'utf8')).program)
        .filter((name) => !known.has(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('are not those of the server, and are compared for every endpoint', () => {
    expect(inPage.articleRow).not.toHaveProperty('toJSONSchema');
    expect(onServer.articleRow).toHaveProperty('toJSONSchema');
    expect(pairs.length).toBeGreaterThan(names.length * 0.9);
  });

  it.each(pairs)('judge $of as the server does', ({ page, server, value }) => {
    expect(verdict(page, value)).toEqual(verdict(server, value));
    const path = fc.constantFrom(...pathsIn(value));
    fc.assert(
      fc.property(path, oddity, (at, by) => {
        const changed = replaced(value, at, by);
        expect(verdict(page, changed)).toEqual(verdict(server, changed));
      }),
      { numRuns: runs(100) },
    );
  });

  it('know the range of a number', () => {
    const { depth } = inPage.crawlSettings.shape;
    const { minValue, maxValue } = depth.unwrap();
    expect([minValue, maxValue]).toEqual([0, onServer.crawlMaximum.depth]);
  });
});
