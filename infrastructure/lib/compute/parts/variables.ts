import { environments, queueVariables, type FunctionName } from '@omomi/backend/config';
import { queueName } from '@omomi/backend/contract';
import { SecretValue } from 'aws-cdk-lib';
import type { Secret } from '../../settings/settings.ts';
import type { Resources } from './resources.ts';

const secretText = ({ name, version }: Secret): string =>
  SecretValue.secretsManager(name, { versionId: version }).unsafeUnwrap();

/** Returns the addresses of the table, the bucket, and the queues with their dead letters, by the names of their variables. */
const addressesOf = ({ table, blobs, queues }: Resources): [string, string][] => [
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

/**
 * Returns the variables of a function: of the addresses and the settings, those that the function reads. For a secret, the
 * template contains only a reference, which CloudFormation resolves when it deploys.
 */
export const variablesOf = (name: FunctionName, resources: Resources): Record<string, string> => {
  const { variables, secrets } = resources.settings;
  const resolved = Object.entries(secrets).flatMap(([variable, secret]): [string, string][] =>
    secret === undefined ? [] : [[variable, secretText(secret)]],
  );
  const all = [...Object.entries(variables), ...resolved, ...addressesOf(resources)];
  const isRead = (variable: string) => Object.hasOwn(environments[name].shape, variable);
  return Object.fromEntries(all.filter(([variable]) => isRead(variable)));
};
