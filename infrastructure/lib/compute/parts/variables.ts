import { environments, type FunctionName } from '@omomi/backend/config';
import { queueName } from '@omomi/backend/contract';
import { CfnDynamicReference, CfnDynamicReferenceService, SecretValue } from 'aws-cdk-lib';
import { queueVariables } from '../../../../backend/src/config/queue-variables.ts';
import type { Secret } from '../../settings/settings.ts';
import type { Resources } from './resources.ts';

const secretText = ({ name, version }: Secret): string =>
  SecretValue.secretsManager(name, { versionId: version }).unsafeUnwrap();

/**
 * Returns a reference to the text of a secret or a parameter, which CloudFormation resolves when it deploys. The parameter must
 * be a `String`: CloudFormation reads no `SecureString` for a distribution.
 */
export const deployedText = (secret: Secret): string =>
  secret.isParameter
    ? new CfnDynamicReference(CfnDynamicReferenceService.SSM, `${secret.name}:${secret.version}`).toString()
    : secretText(secret);

/** Returns the addresses of the table, the bucket, and the queues with their dead letters, and the commit, by the names of their variables. */
const addressesOf = ({ table, blobs, queues, commit }: Resources): [string, string][] => [
  ...(commit === undefined ? [] : [['COMMIT', commit] satisfies [string, string]]),
  ['TABLE_NAME', table.tableName],
  ['BLOB_BUCKET', blobs.bucketName],
  ...queueName.options.flatMap((name): [string, string][] => {
    const { url, deadLetters } = queueVariables(name);
    return [
      [url, queues[name].queue.queueUrl],
      [deadLetters, queues[name].deadLetters.queueUrl],
    ];
  }),
];

/** Returns true if a function reads the variable. */
export const reads = (name: FunctionName, variable: string): boolean =>
  Object.hasOwn(environments[name].shape, variable);

/** Returns the names of the parameters that a function reads when it starts. */
export const parametersOf = (name: FunctionName, { settings }: Pick<Resources, 'settings'>): string[] =>
  Object.entries(settings.secrets).flatMap(([variable, secret]) =>
    secret?.isParameter === true && reads(name, variable) ? [secret.name] : [],
  );

/**
 * Returns the variables of a function: of the addresses and the settings, those that the function reads. For a secret, the
 * template contains only a reference, which CloudFormation resolves when it deploys or the function when it starts.
 */
export const variablesOf = (name: FunctionName, resources: Resources): Record<string, string> => {
  const { variables, secrets } = resources.settings;
  const resolved = Object.entries(secrets).flatMap(([variable, secret]): [string, string][] => {
    if (secret === undefined || !reads(name, variable)) return [];
    return secret.isParameter
      ? [[`${variable}_PARAMETER`, `${secret.name}:${secret.version}`]]
      : [[variable, secretText(secret)]];
  });
  const plain = [...Object.entries(variables), ...addressesOf(resources)];
  return Object.fromEntries([...plain.filter(([variable]) => reads(name, variable)), ...resolved]);
};
