// Finds the commit to roll back to among the deployments of an environment, which GitHub's answer on standard input holds, and
// prints it. Fails, and says what can be chosen, if no deployment of it succeeded.
//
//   gh api graphql … | node .github/scripts/find-deployed.mjs <the first seven or more digits of a commit>
import { readFileSync } from 'node:fs';

const [wanted = ''] = process.argv.slice(2);
const { nodes } = JSON.parse(readFileSync(0, 'utf8')).data.repository.deployments;
// The one that is up is ACTIVE; those before it, which had succeeded, are INACTIVE.
const succeeded = nodes.filter(({ state }) => state === 'ACTIVE' || state === 'INACTIVE');
const commits = [...new Set(succeeded.map(({ commitOid }) => commitOid))];
const found = /^[0-9a-f]{7,40}$/.test(wanted) ? commits.filter((commit) => commit.startsWith(wanted)) : [];

if (found.length === 1) {
  console.log(found[0]);
} else {
  console.error(
    `${JSON.stringify(wanted)} is no commit that was deployed: expected the first seven or more digits of ${commits.slice(0, 10).join(', ') || 'one, but none was'}`,
  );
  process.exitCode = 1;
}
