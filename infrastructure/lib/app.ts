import { App, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { ComputeStack } from './compute/compute-stack.ts';
import { DatabaseStack } from './database-stack.ts';
import { FrontendStack } from './frontend/frontend-stack.ts';
import { MonitoringStack } from './monitoring/monitoring-stack.ts';
import { readSettings } from './settings/settings.ts';

export type AppOptions = {
  outdir: string;
  /** The region to deploy to if the context names none. */
  region?: string | undefined;
  /** The context values that the CLI takes with `-c`. */
  context?: Record<string, unknown>;
};

/**
 * Creates the four stacks, which are checked by the AWS Solutions rules when they are synthesised.
 * @throws ConfigError, with a message of one line, for a wrong context value.
 */
export const createApp = ({ outdir, region, context = {} }: AppOptions): App => {
  const app = new App({
    outdir,
    analyticsReporting: false,
    context: { '@aws-cdk/aws-iam:minimizePolicies': true, ...context },
  });
  const settings = readSettings((name) => app.node.tryGetContext(name), region);
  const env = { region: settings.region };

  const database = new DatabaseStack(app, 'Omomi-Database', {
    env,
    articleRetentionDays: settings.articleRetentionDays,
  });
  const compute = new ComputeStack(app, 'Omomi-Compute', {
    env,
    settings,
    table: database.table,
    blobs: database.blobs,
  });
  new FrontendStack(app, 'Omomi-Frontend', { env, apiUrl: compute.apiUrl });
  new MonitoringStack(app, 'Omomi-Monitoring', { env, compute, alarmEmail: settings.alarmEmail });

  Tags.of(app).add('application', 'omomi');
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
};
