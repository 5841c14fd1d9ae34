import { ConfigError } from '@omomi/backend/config';
import { App, ReferenceStrength, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { AccessStack } from './access-stack.ts';
import { ComputeStack } from './compute/compute-stack.ts';
import { DatabaseStack } from './database-stack.ts';
import { deployedText } from './compute/parts/variables.ts';
import { FrontendStack, type FrontendStackProps } from './frontend/frontend-stack.ts';
import { MonitoringStack } from './monitoring/monitoring-stack.ts';
import { findEnvironment } from './settings/environment.ts';
import type { EnvironmentSettings, Environments } from './settings/environment.ts';
import { readSettings } from './settings/settings.ts';
import type { Settings } from './settings/settings.ts';

export type AppOptions = {
  outdir: string;
  environments: Environments;
  /** The name of the environment to deploy, if the context value `environment` is not to be asked. */
  environment?: string | undefined;
  /** The context values that the CLI takes with `-c`. */
  context?: Record<string, unknown>;
  /** Receives what the operator should know of an environment that can be deployed as it is, each in one line. */
  warn?: (line: string) => void;
};

/** Returns what settings leave out that a deployment works without, but not well. */
const warningsOf = (name: string, { alarmEmail }: Settings): string[] =>
  alarmEmail === undefined
    ? [
        `Warning: alarm_email is not set, so alarms and the budget are left out: set it in infrastructure/environments/${name}.ts`,
      ]
    : [];

/**
 * Tells whether a new version of the API is tried with a tenth of the requests first. It is an option and no setting, because it is
 * for one deployment.
 */
const readCanary = (value: unknown = 'on'): boolean => {
  if (value !== 'on' && value !== 'off')
    throw new ConfigError(`canary=${JSON.stringify(value)} is not allowed: expected on or off`);
  return value === 'on';
};

/** Returns the commit to deploy, for `/api/health` to name. It is an option and no setting, because it is another for each deployment. */
const readCommit = (value: unknown): string | undefined => {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && /^[0-9a-f]{40}$/.test(value)) return value;
  throw new ConfigError(`commit=${JSON.stringify(value)} is not allowed: expected the 40 digits of a commit`);
};

/** Returns where other feed readers are answered, and the secret to show there; undefined if they are not. */
const clientsOf = (
  url: ComputeStack['clientsUrl'],
  { secrets: { ORIGIN_SECRET } }: Settings,
): FrontendStackProps['clients'] =>
  url === undefined || ORIGIN_SECRET === undefined ? undefined : { url, secret: deployedText(ORIGIN_SECRET) };

/** How the CDK makes templates here. */
const behaviour = {
  '@aws-cdk/aws-iam:minimizePolicies': true,
  // Stacks that need not be bound to others say so themselves (`readOutputs`).
  '@aws-cdk/core:defaultCrossStackReferences': ReferenceStrength.STRONG,
};

/**
 * Creates the stacks of an environment: four, and `Access` if a repository deploys it. The AWS Solutions rules check them at synthesis.
 * @throws ConfigError, with a message of one line, for a wrong environment or setting.
 */
export const createApp = ({
  outdir,
  environments,
  environment,
  context = {},
  warn = () => {},
}: AppOptions): App => {
  const app = new App({ outdir, analyticsReporting: false, context: { ...behaviour, ...context } });
  const readContext = (name: string): unknown => app.node.tryGetContext(name);
  const found = findEnvironment(environments, environment ?? readContext('environment'), readContext);
  const committed: EnvironmentSettings = found.settings;
  const settings = readSettings((name) => committed[name]);
  warningsOf(found.name, settings).forEach(warn);
  const env = { region: settings.region };
  const idOf = (stack: string) => `Omomi-${found.name}-${stack}`;

  const database = new DatabaseStack(app, idOf('Database'), {
    env,
    articleRetentionDays: settings.articleRetentionDays,
    restoredTable: settings.restoredTable,
    isThrowaway: settings.isThrowaway,
  });
  const compute = new ComputeStack(app, idOf('Compute'), {
    env,
    settings,
    table: database.table,
    blobs: database.blobs,
    isCanary: readCanary(readContext('canary')),
    commit: readCommit(readContext('commit')),
  });
  new FrontendStack(app, idOf('Frontend'), {
    env,
    apiUrl: compute.apiUrl,
    clients: clientsOf(compute.clientsUrl, settings),
    isThrowaway: settings.isThrowaway,
  });
  new MonitoringStack(app, idOf('Monitoring'), {
    env,
    compute,
    alarmEmail: settings.alarmEmail,
    monthlyBudget: settings.monthlyBudget,
  });
  if (settings.github !== undefined)
    new AccessStack(app, idOf('Access'), {
      env,
      environment: found.name,
      github: settings.github,
      checked: settings.isThrowaway ? 'throwaway' : Object.values(compute.checked),
    });

  Tags.of(app).add('application', 'omomi');
  Tags.of(app).add('environment', found.name);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
};
