import { environments } from '@omomi/backend/config';
import type { AddressesOf, FunctionName } from '@omomi/backend/config';
import { SecretValue } from 'aws-cdk-lib';
import type { Secret, Settings } from '../../settings/settings.ts';

const secretText = ({ name, version }: Secret): string =>
  SecretValue.secretsManager(name, { versionId: version }).unsafeUnwrap();

/**
 * Returns the variables of a function: the addresses that its stack gives, and of the settings those that the function
 * reads. For a secret, the template contains only a reference, which CloudFormation resolves when it deploys.
 */
export const variablesOf = <F extends FunctionName>(
  name: F,
  addresses: AddressesOf<F>,
  { variables, secrets }: Settings,
): Record<string, string> => {
  const resolved = Object.entries(secrets).flatMap(([variable, secret]): [string, string][] =>
    secret === undefined ? [] : [[variable, secretText(secret)]],
  );
  const chosen = [...Object.entries(variables), ...resolved];
  const isRead = (variable: string) => Object.hasOwn(environments[name].shape, variable);
  return { ...Object.fromEntries(chosen.filter(([variable]) => isRead(variable))), ...addresses };
};
