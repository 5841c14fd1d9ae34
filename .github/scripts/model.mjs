// Has a deployment call its embedding model once. Fails, and says what can be done, if the model gives no vector: without
// one, articles arrive but are never ranked. Calls the AWS CLI.
//
//   model.mjs <file of the deployment's outputs> <environment>
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [file, environment] = process.argv.slice(2);
const outputs = JSON.parse(readFileSync(file, 'utf8'))[`Omomi-${environment}-Compute`];

/** Returns what the function score answers; null if it cannot be called. */
const askFunction = () => {
  const folder = mkdtempSync(join(tmpdir(), 'omomi-model-'));
  const answer = join(folder, 'answer.json');
  const which = ['--region', outputs.Region, '--function-name', outputs.ScoreFunctionName];
  const payload = ['--cli-binary-format', 'raw-in-base64-out', '--payload', '{"check":"model"}'];
  try {
    execFileSync('aws', ['lambda', 'invoke', ...which, ...payload, answer], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return JSON.parse(readFileSync(answer, 'utf8'));
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const answer = askFunction();
if (answer === null) {
  console.error(
    `The function ${outputs.ScoreFunctionName} could not be called. The role that deploys needs lambda:InvokeFunction on it.`,
  );
  process.exitCode = 1;
} else if (answer.is_available === true) {
  console.log(`${answer.model} answers.`);
} else {
  console.error(
    [
      `The model ${answer.model ?? 'of this deployment'} gives no vector: ${answer.reason ?? answer.errorMessage ?? 'no answer'}`,
      'Articles arrive, but are not ranked before it does. There are two ways out:',
      '1. Give the account access to the model: in the console of Amazon Bedrock, in the region of the model, under Model access.',
      `2. Do without it: EMBEDDER: 'embedded' in infrastructure/environments/${environment}.ts costs nothing and needs no access.`,
    ].join('\n'),
  );
  process.exitCode = 1;
}
