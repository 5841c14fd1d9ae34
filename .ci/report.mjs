// Reads the JSON reports of Vitest named as arguments. Prints every failure with its message, and last the totals, so that the
// end of the output says what failed. Exits with 1 if anything failed.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const MESSAGE_LINES = 25;

let passed = 0;
const failures = [];

for (const path of process.argv.slice(2)) {
  if (!existsSync(path)) {
    failures.push({ name: path, message: 'The suite ended without a report.' });
    continue;
  }
  const report = JSON.parse(readFileSync(path, 'utf8'));
  passed += report.numPassedTests;
  for (const file of report.testResults) {
    const name = relative(process.cwd(), file.name);
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    for (const test of failed) {
      failures.push({ name: `${name} > ${test.fullName}`, message: test.failureMessages.join('\n') });
    }
    if (file.status === 'failed' && failed.length === 0) failures.push({ name, message: file.message });
  }
}

for (const { name, message } of failures) {
  console.log(`\nFAILED ${name}\n${message.split('\n').slice(0, MESSAGE_LINES).join('\n')}`);
}
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
