import { parameterArn } from './stacks.ts';
import { jsonIn, refuseAsJson, type Service } from './service.ts';

/** Returns the value of a secret that nobody gave the box one for. */
export const secretText = (name: string): string => `the secret ${name}`;

/** Returns the value of a parameter that is named with its version (`/omomi/apps:3`): that of the version, or else of the name. */
export const parameterText = (values: Readonly<Record<string, string>>, asked: string): string => {
  const [name = ''] = asked.split(':');
  return values[asked] ?? values[name] ?? secretText(name);
};

/**
 * Creates the Parameter Store, in which every parameter is, in every version: with one of these values, by name and version
 * or by name, or a text of the box's own.
 */
export const createSsm = (values: Readonly<Record<string, string>>): Service => {
  const namesIn = (input: Record<string, unknown>): string[] =>
    Array.isArray(input['Names']) ? input['Names'].map(String) : [];
  return {
    asks: (call) =>
      namesIn(jsonIn(call)).map((name) => ({
        action: 'ssm:GetParameters',
        resource: parameterArn(name.split(':')[0] ?? ''),
      })),
    answer: (call) => {
      const Parameters = namesIn(jsonIn(call)).map((asked) => {
        const [Name = '', version = '1'] = asked.split(':');
        return { Name, Version: Number(version), Value: parameterText(values, asked) };
      });
      return {
        status: 200,
        headers: { 'content-type': 'application/x-amz-json-1.1' },
        body: JSON.stringify({ Parameters, InvalidParameters: [] }),
      };
    },
    refuse: refuseAsJson,
  };
};
