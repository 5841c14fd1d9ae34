// Has a deployment call its embedding model once. Fails, and says what can be done, if the model gives no vector: without
// one, articles arrive but are never ranked. Calls the AWS CLI.
//
//   model.mjs <file of the deployment's outputs> <environment>
import { askFunction, outputsIn } from './ask-function.mjs';

const [file, environment] = process.argv.slice(2);
const outputs = outputsIn(file, environment);
const answer = askFunction(outputs.Region, outputs.ScoreFunctionName, 'model');
if (answer === null) {
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
