import { ConfigError, type EnvironmentOf } from '@omomi/backend/config';
import { settingNames } from './settings.ts';
import type { SettingName } from './settings.ts';

/** The settings that no environment may leave to a default, because a change of them moves or deletes what is stored. */
type Decided = {
  region: string;
  EMBEDDER: EnvironmentOf<'score'>['EMBEDDER'];
  /** Days, 1 to 365. Articles that are older are deleted. */
  ARTICLE_RETENTION_DAYS: number;
  /** Hours, 1 to 8,760. Articles that were read earlier are deleted. */
  READ_RETENTION_HOURS: number;
};

/** The settings of a deployment, as they are committed. */
export type EnvironmentSettings = Decided & { [K in Exclude<SettingName, keyof Decided>]?: string | number };

export type Environments = Readonly<Record<string, EnvironmentSettings>>;

export type Environment = { name: string; settings: EnvironmentSettings };

const NAME = /^[a-z][a-z0-9-]{0,19}$/;
const known: ReadonlySet<string> = new Set(settingNames);

/**
 * Returns the environment of this name.
 * @throws ConfigError without a name, for a name or setting that does not exist, and for a setting given with `-c`.
 */
export const findEnvironment = (
  environments: Environments,
  name: unknown,
  readContext: (name: string) => unknown,
): Environment => {
  const names = Object.keys(environments).join(', ');
  if (name === undefined || name === '')
    throw new ConfigError(`environment is not set: pass -c environment=<name> with one of ${names}`);
  const settings = typeof name === 'string' && Object.hasOwn(environments, name) && environments[name];
  if (typeof name !== 'string' || !settings)
    throw new ConfigError(`environment=${JSON.stringify(name)} is not allowed: expected one of ${names}`);
  if (!NAME.test(name))
    throw new ConfigError(
      `environment=${JSON.stringify(name)} is not allowed: expected up to 20 lowercase letters, digits and hyphens, and a letter first`,
    );
  for (const setting of Object.keys(settings))
    if (!known.has(setting))
      throw new ConfigError(
        `${setting} of the environment ${name} is no setting: expected one of ${settingNames.join(', ')}`,
      );
  // The next deployment without the option would take such a setting back, and delete what it had kept.
  for (const setting of settingNames)
    if (readContext(setting) !== undefined)
      throw new ConfigError(`-c ${setting} is not allowed: set it in infrastructure/environments/${name}.ts`);
  return { name, settings };
};
