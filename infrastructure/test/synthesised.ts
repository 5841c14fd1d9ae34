import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FunctionName } from '@omomi/backend/config';

const app = join(import.meta.dirname, 'run-synth.ts');

/**
 * Runs the app as `npm run synth` does, including bundles and rules, into this folder. Throws an error with its error
 * output if synthesis fails.
 */
export const synthesise = async (outdir: string, settings: Record<string, string>): Promise<void> => {
  const child = spawn(process.execPath, [app], {
    env: { ...process.env, CDK_OUTDIR: outdir, TEST_SETTINGS: JSON.stringify(settings) },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const [errors] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (child.exitCode !== 0) throw new Error(`synthesis failed:\n${errors}`);
};

export type SynthesisedFunction = {
  file: string;
  /** The variables with a plain text in the template, without those that CloudFormation fills in. */
  variables: Record<string, string>;
  unresolved: string[];
  memoryMegabytes: number;
  timeoutSeconds: number;
};

type FunctionProperties = {
  Code: { S3Key: string };
  MemorySize: number;
  Timeout: number;
  Environment: { Variables: Record<string, unknown> };
};

const propertiesOf = (outdir: string, name: FunctionName): FunctionProperties => {
  const template: { Resources: Record<string, { Type: string; Properties: FunctionProperties }> } =
    JSON.parse(readFileSync(join(outdir, 'Omomi-test-Compute.template.json'), 'utf8'));
  const [, resource] = Object.entries(template.Resources).find(
    ([id, { Type }]) => Type === 'AWS::Lambda::Function' && id.toLowerCase().startsWith(`${name}function`),
  )!;
  return resource.Properties;
};

/** Returns a function of the assembly: the bundle from its asset and the variables from its template. */
export const readFunction = (outdir: string, name: FunctionName): SynthesisedFunction => {
  const { Code, Environment, MemorySize, Timeout } = propertiesOf(outdir, name);
  const all = Object.entries(Environment.Variables);
  const [hash] = Code.S3Key.split('.');
  return {
    file: join(outdir, `asset.${hash}`, 'index.mjs'),
    variables: Object.fromEntries(
      all.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
    ),
    memoryMegabytes: MemorySize,
    timeoutSeconds: Timeout,
    unresolved: all.filter(([, value]) => typeof value !== 'string').map(([key]) => key),
  };
};
