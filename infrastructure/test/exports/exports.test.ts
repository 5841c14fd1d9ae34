import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { everySetting, sharedTestApp, stackOf, templateOf } from '../assembly.ts';

type Output = { Value: unknown; Export?: { Name: string } };

/**
 * The exports that the stacks of the last released version import, with their values, by the stack that exports them. An
 * entry is deleted once no deployment of a version that imports it is left.
 */
const released: Record<string, Record<string, unknown>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'released.json'), 'utf8'),
);

const STACKS = ['Database', 'Compute', 'Frontend', 'Monitoring'];
type Settings = NonNullable<Parameters<typeof sharedTestApp>[0]>;
const jsonOf = (settings: Settings, name: string) => templateOf(sharedTestApp(settings), name).toJSON();

/** Returns the exports of all stacks as they are written in `released.json`. */
const exportsOf = (settings: Settings) =>
  Object.fromEntries(
    STACKS.map((name) => {
      const outputs: Record<string, Output> = jsonOf(settings, name)['Outputs'] ?? {};
      const exported = Object.values(outputs).flatMap(({ Value, Export }) =>
        Export === undefined ? [] : [[Export.Name.replace(/^.+:/, ''), Value]],
      );
      return [name, Object.fromEntries(exported)];
    }),
  );

/** Returns the names under which a stack uses values of others, by this function of CloudFormation. */
const usedBy = (settings: Settings, name: string, pattern: RegExp): string[] =>
  [...new Set(JSON.stringify(jsonOf(settings, name)).match(pattern))].map((used) => used);

const everySettings = ['on', 'off'].flatMap((HATEBU) =>
  (['bedrock', 'embedded'] as const).flatMap((EMBEDDER): Settings[] => [
    { HATEBU, EMBEDDER },
    { HATEBU, EMBEDDER, alarm_email: 'owner@example.org' },
    { HATEBU, EMBEDDER, restored_table: 'omomi-restored' },
  ]),
);

describe('what other stacks import', () => {
  it.each(everySettings)('is exported as the last released stacks import it, with %j', (settings) => {
    const today = exportsOf(settings);
    for (const [stack, imported] of Object.entries(released)) expect(today[stack]).toMatchObject(imported);
  });

  it('is, of exports, the table and the bucket alone, which no update may replace', () => {
    const imports = STACKS.map((name) => [name, usedBy(everySetting, name, /Fn::ImportValue":"[^"]+/g)]);
    expect(Object.fromEntries(imports)).toMatchObject({ Database: [], Frontend: [], Monitoring: [] });
    const names = Object.keys(released['Database'] ?? {});
    const ofCompute = usedBy(everySetting, 'Compute', /Fn::ImportValue":"[^"]+/g);
    expect(ofCompute.map((used) => used.replace(/^.+:/, '')).toSorted()).toEqual(names.toSorted());
  });

  it('is read from stacks that are deployed before', () => {
    const dependencies = (name: string) =>
      stackOf(sharedTestApp(everySetting), name).dependencies.map((stack) => stack.stackName);
    expect(dependencies('Frontend')).toEqual(['Omomi-test-Compute']);
    expect(dependencies('Monitoring')).toEqual(['Omomi-test-Compute']);
    expect(dependencies('Access')).toEqual(['Omomi-test-Compute']);
    expect(usedBy(everySetting, 'Monitoring', /"OutputName":"[^"]*Bookmarks[^"]+/g).length).toBeGreaterThan(
      0,
    );
  });
});
