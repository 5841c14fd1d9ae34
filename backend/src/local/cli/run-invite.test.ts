import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silent } from '../../../test/harness/backups/backup-folders.ts';
import { openLocalTable } from '../data-folder/open-local-table.ts';
import { lockDataFolder } from '../process/data-lock.ts';
import { tellServing } from '../process/serving.ts';
import { takeUpNamed } from '../process/dropped-invitations.ts';
import { storesOf } from './command.ts';
import { runInvite } from './run-invite.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'omomi-invite-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const invite = async (...args: string[]) => {
  let output = '';
  const note = (text: string) => (output += text);
  const code = await runInvite({
    args: [...args, '--data', data],
    variables: {},
    write: note,
    complain: note,
    log: silent,
  });
  return { code, output };
};

describe('npm run invite', () => {
  it('refuses an address that is none before it makes a link', async () => {
    let output = '';
    const note = (text: string) => (output += text);
    const args = ['--table', 'none', '--origin', 'reader.example'];
    const options = { args, variables: {}, write: note, complain: note, log: silent };
    expect(await runInvite(options)).toBe(2);
    expect(output).toBe(
      '--origin "reader.example" is not allowed: the address of the deployment, such as https://reader.example\n',
    );
  });

  const there = {
    origin: 'http://there.example',
    local_origin: 'http://127.0.0.1:8601',
    takes_invitations: true,
  };
  const settings = /^http:\/\/127\.0\.0\.1:8400\/invitation#/;

  it('prints a link with the address under which Omomi serves, and one with that of the settings while it does not', async () => {
    (await openLocalTable(data)).close();
    expect((await invite()).output).toMatch(settings);
    const release = await lockDataFolder(data);
    expect((await invite()).output).toMatch(settings);
    await tellServing(data, { ...there, origin: 'https://reader.example:8443' });
    expect((await invite()).output).toMatch(/^https:\/\/reader\.example:8443\/invitation#/);
    release();
    expect(readdirSync(data)).not.toContain('serving.json');
    expect((await invite()).output).toMatch(settings);
  });

  it('makes no link where Omomi runs without accounts', async () => {
    (await openLocalTable(data)).close();
    const release = await lockDataFolder(data);
    await tellServing(data, { ...there, takes_invitations: false });
    expect(await invite()).toEqual({
      code: 2,
      output: 'no link lets anybody in here: start Omomi with ACCOUNTS=on first\n',
    });
    expect(readdirSync(data)).not.toContain('invitations');
    release();
  });

  it('says why it can leave no link', async () => {
    (await openLocalTable(data)).close();
    const file = join(data, 'invitations');
    writeFileSync(file, '');
    expect(await invite()).toEqual({
      code: 1,
      output: `This cannot be done: ${file} cannot be written: a file is where a folder belongs\n`,
    });
  });

  it('does not heed where an Omomi served that was killed', async () => {
    (await openLocalTable(data)).close();
    await tellServing(data, there);
    expect((await invite()).output).toMatch(settings);
    await tellServing(data, there);
    const release = await lockDataFolder(data);
    expect((await invite()).output).toMatch(settings);
    release();
  });
});

describe('npm run invite --for', () => {
  const unknown = {
    code: 1,
    output: 'This cannot be done: there is no reader "Berta"; there is: Anna\n',
  };
  /** Leaves the table open, as a runner has it. */
  const withAnna = async () => {
    const table = await openLocalTable(data);
    await storesOf(table, data).profiles.setMember('local', 'Anna', '2026-11-21T12:00:00.000Z');
    return table;
  };

  it('says who there is if nobody has the name, and leaves no link', async () => {
    (await withAnna()).close();
    expect(await invite('--for', 'Berta')).toEqual(unknown);
    expect(readdirSync(data)).not.toContain('invitations');
    expect(await invite('--for', 'anna')).toMatchObject({
      code: 0,
      output: expect.stringContaining('/invitation#'),
    });
    expect(readdirSync(join(data, 'invitations'))).toHaveLength(1);
    expect(existsSync(join(data, 'backups'))).toBe(false);
  });

  /** Does meanwhile what a runner does every five seconds, with the table open and the folder locked. */
  const whileRunning = async (asking: () => Promise<unknown>) => {
    const table = await withAnna();
    const release = await lockDataFolder(data);
    let isDone = false;
    const answering = (async () => {
      while (!isDone) {
        await takeUpNamed(storesOf(table, data), data, silent);
        await setImmediate();
      }
    })();
    await asking();
    isDone = true;
    await answering;
    release();
    const items = table.rows.all();
    table.close();
    return items;
  };

  it('is answered by the runner while Omomi runs, without a copy of the table', async () => {
    const items = await whileRunning(async () => {
      expect(await invite('--for', 'Berta')).toEqual(unknown);
      expect(readdirSync(join(data, 'invitations'))).toEqual([]);
      const { code, output } = await invite('--for', 'ANNA');
      expect([code, readdirSync(join(data, 'invitations'))]).toEqual([0, []]);
      expect(output).toContain('/invitation#');
      expect(existsSync(join(data, 'backups'))).toBe(false);
    });
    // The link is in the table already, and nothing of the name that nobody has.
    const invitations = items.filter((item) => JSON.stringify(item).includes('"recover"'));
    expect(invitations).toHaveLength(1);
    expect(JSON.stringify(invitations)).toContain('"local"');
  });

  it('looks the name up itself if Omomi stops meanwhile', async () => {
    const table = await withAnna();
    const release = await lockDataFolder(data);
    const asking = invite('--for', 'Berta');
    while (!existsSync(join(data, 'invitations'))) await setImmediate();
    table.close();
    release();
    expect(await asking).toEqual(unknown);
    expect(readdirSync(join(data, 'invitations'))).toEqual([]);
  });

  it('says that nobody has signed in yet', async () => {
    (await openLocalTable(data)).close();
    expect((await invite('--for', 'Anna')).output).toContain('"Anna"; nobody has signed in yet');
  });
});
