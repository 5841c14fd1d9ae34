// Destroys the stacks of a throw-away environment, with all that they store. The stack Access stays, which has the role that does it. Goes
// on after a stack that could not be destroyed, and fails if one is left. Calls the AWS CLI and the CDK.
//
//   destroy.mjs <environment>
import { execFileSync } from 'node:child_process';
import { environments } from '../../infrastructure/environments/environments.ts';

const [environment = ''] = process.argv.slice(2);
/** Each reads outputs of those behind it. Only Compute writes into the bucket of Database, so that bucket stays empty. */
const stacks = ['Monitoring', 'Frontend', 'Compute', 'Database'].map(
  (name) => `Omomi-${environment}-${name}`,
);
const settings = environments[environment];
if (settings?.throwaway !== 'on') {
  console.error(`The environment ${JSON.stringify(environment)} is not throw-away, so nothing is destroyed.`);
  process.exit(1);
}

const aws = (...args) =>
  execFileSync('aws', [...args, '--region', settings.region], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Returns the names of a stack's buckets; null if there is no such stack. */
const bucketsOf = (stack) => {
  const query =
    "StackResources[?ResourceType=='AWS::S3::Bucket' && ResourceStatus!='DELETE_COMPLETE'].PhysicalResourceId";
  const which = ['--stack-name', stack, '--query', query, '--output', 'json'];
  try {
    return JSON.parse(aws('cloudformation', 'describe-stack-resources', ...which));
  } catch (error) {
    if (/does not exist/.test(error.stderr)) return null;
    throw error;
  }
};

/** Destroys a stack. CloudFormation deletes no bucket that is not empty. */
const destroy = (stack) => {
  const buckets = bucketsOf(stack);
  if (buckets === null) return;
  for (const bucket of buckets) aws('s3', 'rm', `s3://${bucket}`, '--recursive', '--quiet');
  const cdk = ['run', 'cdk', '-w', 'infrastructure', '--', 'destroy', stack, '--exclusively', '--force'];
  execFileSync('npm', [...cdk, '-c', `environment=${environment}`], { stdio: 'inherit' });
};

/** Returns whether a stack is gone, and says so. */
const isGone = (stack) => {
  try {
    destroy(stack);
    if (bucketsOf(stack) === null) {
      console.log(`${stack} is gone.`);
      return true;
    }
    console.error(`${stack} is still there.`);
  } catch (error) {
    console.error(`${stack} could not be destroyed: ${error.stderr || error.message}`);
  }
  return false;
};

const left = stacks.filter((stack) => !isGone(stack));
if (left.length > 0) {
  console.error(
    `${left.join(', ')} must be deleted by hand in ${settings.region}, since what is left costs money.`,
  );
  process.exitCode = 1;
}
