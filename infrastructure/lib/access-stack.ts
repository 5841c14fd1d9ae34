import { CfnOutput, DefaultStackSynthesizer, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnOIDCProvider, PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { accept } from './settings/accept.ts';
import { readOutputs } from './settings/read-outputs.ts';

const ISSUER = 'token.actions.githubusercontent.com';
/** The roles of CDK's bootstrap that a deployment assumes: they do its work, so the role itself needs no right to any service. */
const BOOTSTRAP_ROLES = ['deploy', 'file-publishing', 'lookup'];

export type AccessStackProps = StackProps & {
  /** The environment of the workflow on GitHub, which says who must approve a deployment. */
  environment: string;
  /** The repository whose workflows deploy, and the identity provider of GitHub if the account has one already. */
  github: { repository: string; providerArn: string | undefined };
  /** The functions that a deployment has called at its end; `throwaway` for an environment that is destroyed after that. */
  checked: readonly IFunction[] | 'throwaway';
};

/**
 * Lets the role of a throw-away environment write an invitation into its table, empty its buckets, and see whether its stacks are gone.
 * The names begin as CloudFormation makes them of those of the stacks, which are not there when the role is made.
 */
const grantThrowaway = (stack: Stack, role: Role, environment: string): void => {
  const place = `${stack.region}:<AWS::AccountId>`;
  const buckets = ['database', 'frontend'].map((name) => `s3:::omomi-${environment}-${name}-*`);
  const rights = [
    {
      actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query'],
      resources: [`dynamodb:${place}:table/Omomi-${environment}-Database-*`],
    },
    { actions: ['s3:ListBucket'], resources: buckets },
    { actions: ['s3:DeleteObject'], resources: buckets.map((bucket) => `${bucket}/*`) },
    {
      actions: ['cloudformation:DescribeStackResources'],
      resources: [`cloudformation:${place}:stack/Omomi-${environment}-*`],
    },
  ];
  const arnOf = (resource: string) =>
    `arn:${stack.partition}:${resource.replace('<AWS::AccountId>', stack.account)}`;
  for (const { actions, resources } of rights)
    role.addToPolicy(new PolicyStatement({ actions, resources: resources.map(arnOf) }));
  const reason = 'The names of what a deployment makes end as CloudFormation chooses.';
  const findings = rights.flatMap(({ resources }) => resources);
  accept(
    role,
    Object.fromEntries(
      findings.map((resource) => [`AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:${resource}]`, reason]),
    ),
  );
};

/**
 * The role with which the workflows of one repository deploy one environment. GitHub proves to AWS which job asks, so that no key is
 * kept anywhere.
 */
export class AccessStack extends Stack {
  constructor(scope: Construct, id: string, { environment, github, checked, ...props }: AccessStackProps) {
    super(scope, id, props);
    readOutputs(this);
    const provider =
      github.providerArn ??
      new CfnOIDCProvider(this, 'GitHub', { url: `https://${ISSUER}`, clientIdList: ['sts.amazonaws.com'] })
        .attrArn;
    const role = new Role(this, 'DeployRole', {
      description: `Deploys ${environment} from ${github.repository}`,
      assumedBy: new WebIdentityPrincipal(provider, {
        StringEquals: {
          [`${ISSUER}:aud`]: 'sts.amazonaws.com',
          // A job without this environment of GitHub has another subject, a pull request's too.
          [`${ISSUER}:sub`]: `repo:${github.repository}:environment:${environment}`,
        },
      }),
    });
    role.addToPolicy(
      new PolicyStatement({
        actions: ['sts:AssumeRole'],
        resources: BOOTSTRAP_ROLES.map((name) =>
          this.formatArn({
            service: 'iam',
            region: '',
            resource: 'role',
            resourceName: `cdk-${DefaultStackSynthesizer.DEFAULT_QUALIFIER}-${name}-role-${this.account}-${this.region}`,
          }),
        ),
      }),
    );
    if (checked === 'throwaway') grantThrowaway(this, role, environment);
    else
      role.addToPolicy(
        new PolicyStatement({
          actions: ['lambda:InvokeFunction'],
          resources: checked.map(({ functionArn }) => functionArn),
        }),
      );
    new CfnOutput(this, 'DeployRoleArn', { value: role.roleArn });
  }
}
