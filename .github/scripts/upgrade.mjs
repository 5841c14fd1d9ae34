// Has a deployment bring its table to the format of what was deployed, while readers use it. Fails if the function fails, or if
// that takes more than some two hours; the daily cleanup then goes on. Calls the AWS CLI.
//
//   upgrade.mjs <file of the deployment's outputs> <environment>
import { askFunction, outputsIn } from './ask-function.mjs';

/** Calls of up to ten minutes each. */
const CALLS = 12;

const [file, environment] = process.argv.slice(2);
const { Region: region, CleanupFunctionName: name } = outputsIn(file, environment);

const upgrade = () => {
  for (let call = 0; call < CALLS; call += 1) {
    const answer = askFunction(region, name, 'upgrade');
    if (answer === null) return false;
    if (answer.is_upgraded === true) {
      console.log(`The table is of format ${answer.format}.`);
      return true;
    }
    if (answer.is_upgraded !== false) {
      console.error(`The table was not upgraded: ${answer.errorMessage ?? JSON.stringify(answer)}`);
      return false;
    }
    console.log(`${answer.moved} items were moved and ${answer.renamed} changed. There are more.`);
  }
  console.error('There is more to upgrade than fits in here. The daily cleanup goes on with it.');
  return false;
};

if (!upgrade()) process.exitCode = 1;
