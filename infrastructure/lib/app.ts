import { App, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { ComputeStack } from './compute-stack.ts';
import { DatabaseStack } from './database-stack.ts';
import { FrontendStack } from './frontend-stack.ts';
import { MonitoringStack } from './monitoring-stack.ts';
import { readSettings } from './settings.ts';

export type AppOptions = {
  outdir: string;
  /** Where to deploy when the context names no region. */
  region?: string | undefined;
  /** What the CLI takes with `-c`. */
  context?: Record<string, unknown>;
};

/**
 * The four stacks, checked by the AWS Solutions rules when they are synthesised.
 * Throws ConfigError, one line, for a context value that is wrong.
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
    articleRetentionDays: Number(settings.retention.ARTICLE_RETENTION_DAYS),
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
