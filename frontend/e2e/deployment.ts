import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startBox } from '../../infrastructure/box/box.ts';
import { synthesise } from '../../infrastructure/test/synthesised.ts';
import { PASSWORD } from './box/accept-invitation.ts';
import { inviteOwner } from './box/invite-owner.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Starts the deployment in the box, with the page as it was built; it may fetch from these hosts. Needs Java 17. */
export const startDeployment = async (allowHosts: string) => {
  const outdir = await mkdtemp(join(tmpdir(), 'omomi-e2e-box-'));
  await synthesise(outdir, { EMBEDDER: 'embedded', ACCOUNTS: 'on', FETCH_ALLOW_HOSTS: allowHosts });
  const box = await startBox({ outdir, page: join(ROOT, 'frontend/dist') });
  return {
    origin: box.url,
    /** Opens the page for the owner, who signs in for the first time. */
    enter: async (page: Page): Promise<void> => {
      await page.goto(await inviteOwner(box));
      await page.getByLabel('Name').fill('Anna');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Continue with a password' }).click();
    },
    stop: async (): Promise<void> => {
      await box.close();
      await rm(outdir, { recursive: true, force: true });
    },
  };
};
