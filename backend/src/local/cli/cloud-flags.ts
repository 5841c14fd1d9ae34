import { ConfigError } from '../../config/env.ts';
import type { CloudPlace } from '../backup/cloud-backup.ts';

/** The flags that name a deployment. */
export const cloudFlags = { table: { type: 'string' }, bucket: { type: 'string' } } as const;

/** Opens the deployment that the flags name; returns null if they name none. @throws ConfigError for one flag without the other */
export const cloudOf = async ({
  table,
  bucket,
}: {
  table?: string | undefined;
  bucket?: string | undefined;
}): Promise<CloudPlace | null> => {
  if (table === undefined && bucket === undefined) return null;
  if (table === undefined || bucket === undefined) throw new ConfigError('--table and --bucket go together');
  // Loaded here alone, because the package for the home has no tools of AWS.
  return (await import('../../lambda/cloud-place.ts')).openCloudPlace(table, bucket);
};
