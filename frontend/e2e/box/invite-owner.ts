import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const COMMAND = join(import.meta.dirname, '../../../backend/src/local/cli/invite.ts');

/** Makes the link that lets the owner of a deployment in the box in, as `docs/operations.md` says. */
export const inviteOwner = async (box: {
  tableEndpoint: string;
  tableName: string;
  url: string;
}): Promise<string> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [COMMAND, '--table', box.tableName, '--origin', box.url],
    {
      env: {
        ...process.env,
        AWS_ENDPOINT_URL_DYNAMODB: box.tableEndpoint,
        AWS_REGION: 'eu-central-1',
        AWS_ACCESS_KEY_ID: 'none',
        AWS_SECRET_ACCESS_KEY: 'none',
      },
    },
  );
  const [link] = /http\S+/.exec(stdout) ?? [];
  if (link === undefined) throw new Error(`no link was printed: ${stdout}`);
  return link;
};
