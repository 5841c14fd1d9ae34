import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rateLimitVariables } from '../../../backend/src/limits/rate-class.ts';
import { startBox } from '../../../infrastructure/box/box.ts';
import { synthesise } from '../../../infrastructure/test/synthesised.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { inviteOwner } from './invite-owner.ts';
import { tellWorkers } from './suite-box.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Starts one deployment in the box for the whole suite, with its owner. It may fetch from any port of this machine. */
const setup = async () => {
  const outdir = await mkdtemp(join(tmpdir(), 'omomi-e2e-box-'));
  // All tests come from one address.
  const wideLimits = Object.fromEntries(Object.values(rateLimitVariables).map((name) => [name, '10000/1m']));
  await synthesise(outdir, {
    EMBEDDER: 'embedded',
    ACCOUNTS: 'on',
    FETCH_ALLOW_HOSTS: '127.0.0.1',
    sites_secret: '/omomi/sites',
    sites_secret_version: '1',
    ...wideLimits,
  });
  const box = await startBox({
    outdir,
    page: join(ROOT, 'frontend/dist'),
    secrets: { '/omomi/sites': randomBytes(32).toString('base64') },
    // A test opens ten tabs at once, which is more than the ten instances of a new account bear.
    concurrency: 100,
  });
  const owner = await acceptInvitation(box.url, await inviteOwner(box), 'Owner');
  tellWorkers({ url: box.url, owner });
  return async () => {
    await box.close();
    await rm(outdir, { recursive: true, force: true });
  };
};

export default setup;
