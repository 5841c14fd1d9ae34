import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDistribution } from '../../box/distribution.ts';
import { readOrigins } from '../../box/origins.ts';
import { readAssembly } from '../../box/templates.ts';
import { createTestApp, everySetting } from '../assembly.ts';

const { directory: outdir } = createTestApp(everySetting).synth();
const fileOf = (stack: string) => join(outdir, `Omomi-test-${stack}.template.json`);
const whole = Object.fromEntries(
  ['Compute', 'Frontend'].map((stack) => [stack, readFileSync(fileOf(stack), 'utf8')]),
);

type Resource = { Type: string; Properties: Record<string, unknown> };

/** Reads the origins after a change of the resources of a type in a stack. */
const originsAfter = (stack: string, type: string, change: (properties: Resource['Properties']) => void) => {
  const template: { Resources: Record<string, Resource> } = JSON.parse(whole[stack]!);
  for (const { Type, Properties } of Object.values(template.Resources)) if (Type === type) change(Properties);
  writeFileSync(fileOf(stack), JSON.stringify(template));
  try {
    const { stacks, urls } = readAssembly(outdir);
    const { api, clients } = readOrigins(stacks, urls, readDistribution(stacks), undefined);
    return { api, clients };
  } finally {
    writeFileSync(fileOf(stack), whole[stack]!);
  }
};

const onUrl = { 'Fn::GetAtt': [expect.any(String), 'Arn'] };
const ofFunction = (properties: Resource['Properties']) => {
  const { Outputs: outputs } = JSON.parse(whole['Compute']!);
  const { 'Fn::GetStackOutput': named } = properties['FunctionName'] as {
    'Fn::GetStackOutput': { OutputName: string };
  };
  const [url] = outputs[named.OutputName].Value['Fn::GetAtt'];
  const target = JSON.parse(whole['Compute']!).Resources[url].Properties.TargetFunctionArn;
  expect(target).toEqual(onUrl);
  properties['FunctionName'] = `arn:aws:lambda:eu-central-1:123456789012:function:${target['Fn::GetAtt'][0]}`;
};

describe('the box lets the distribution call', () => {
  it('the API by the URL of its alias, and the function of other feed readers', () => {
    expect(originsAfter('Frontend', 'none', () => {})).toEqual({ api: 'api', clients: 'clients' });
  });

  it.each(['lambda:InvokeFunctionUrl', 'lambda:InvokeFunction'])('nothing without %s', (action) => {
    const take = (properties: Resource['Properties']) => {
      if (properties['Action'] === action) properties['Action'] = 'lambda:GetFunction';
    };
    expect(originsAfter('Frontend', 'AWS::Lambda::Permission', take).api).toBeUndefined();
    expect(originsAfter('Compute', 'AWS::Lambda::Permission', take).clients).toBeUndefined();
  });

  it('nothing with permissions for the function in the place of the alias', () => {
    expect(originsAfter('Frontend', 'AWS::Lambda::Permission', ofFunction).api).toBeUndefined();
  });

  it('nothing with permissions for another distribution, or for calls that are not by the URL', () => {
    const other = (properties: Resource['Properties']) =>
      void (properties['SourceArn'] = 'arn:aws:cloudfront::123456789012:distribution/other');
    expect(originsAfter('Frontend', 'AWS::Lambda::Permission', other).api).toBeUndefined();
    const direct = (properties: Resource['Properties']) => delete properties['InvokedViaFunctionUrl'];
    expect(originsAfter('Frontend', 'AWS::Lambda::Permission', direct).api).toBeUndefined();
  });

  it('no alias that is not there, or leads to something else than a version of the function', () => {
    const changes: ((properties: Resource['Properties']) => void)[] = [
      (alias) => void (alias['Name'] = 'other'),
      (alias) => void (alias['FunctionVersion'] = '$LATEST'),
      (alias) => void (alias['FunctionName'] = { Ref: 'Other' }),
    ];
    for (const change of changes)
      expect(() => originsAfter('Compute', 'AWS::Lambda::Alias', change)).toThrow(
        'belongs to the alias live',
      );
  });
});
