import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queueName, type Feed, type Job } from '../../backend/src/contract/index.ts';
import { rss } from '../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from './browser.ts';
import { violationsOf } from './crawls/axe.ts';
import { openWorld, type World } from './world.ts';

describe('the owner’s page', () => {
  let world: World;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    world = await openWorld();
    const { server, runner } = world;
    for (const name of ['harbour', 'coast'])
      server.set(`/${name}.xml`, { body: rss([], { title: name, site: `https://${name}.example/` }) });
    const feeds: Feed[] = [];
    for (const name of ['harbour', 'coast'])
      feeds.push(await runner.post<Feed>('/api/feeds', { url: server.url(`/${name}.xml`) }));
    server.set('/coast.xml', { body: 'gone', status: 410, type: 'text/plain' });
    const coast = feeds[1]?.feed_id ?? '';
    await runner.jobDone((await runner.post<Job>('/api/jobs/fetch-feeds', { feed_id: coast })).job_id);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it('shows queues, dead letters, jobs, feeds by health and readers, and says to others why it is empty', async () => {
    const { page, shoot, complaints } = browser;
    const { runner } = world;
    // A dead letter has to look as the server tells it.
    let isRedriven = false;
    await page.route('**/api/owner/queues', async (route) => {
      const answer = await route.fetch();
      const body: { items: { queue: string; dead_letters: number }[] } = await answer.json();
      for (const each of body.items) if (each.queue === 'score' && !isRedriven) each.dead_letters = 1;
      await route.fulfill({ response: answer, json: body });
    });
    await page.route('**/api/owner/dead-letters/score', (route) =>
      route.fulfill({
        json: {
          items: isRedriven
            ? []
            : [
                {
                  message_id: 'm-1',
                  sent_at: new Date().toISOString(),
                  reason: 'the table was away',
                  message: { feed_id: 'f' },
                },
              ],
          next_cursor: null,
          has_more: false,
        },
      }),
    );
    await page.route('**/api/owner/dead-letters/score/redrive', (route) => {
      isRedriven = true;
      return route.fulfill({ status: 202, json: { queue: 'score', redriven: 1 } });
    });

    await page.goto(`${runner.origin}/settings`);
    await page.getByRole('link', { name: 'Owner' }).click();
    await page.getByRole('heading', { level: 1, name: 'Owner' }).waitFor();
    const lines = (name: string) => page.getByRole('list', { name, exact: true }).getByRole('listitem');
    await eventually(async () => expect(await lines('Queues').count()).toBe(queueName.options.length));
    await eventually(async () =>
      expect(await lines('Everyone’s feeds').allInnerTexts()).toEqual([
        expect.stringMatching(/coast\n.*not fetched[\s\S]*Stopped\./),
        expect.stringMatching(/harbour\n.*24 fetches a day/),
      ]),
    );
    expect(await lines('Readers').allInnerTexts()).toEqual([expect.stringContaining('follows 2 feeds')]);

    await page.getByRole('button', { name: 'Dead letters of Scoring articles' }).click();
    await page.getByText('the table was away').waitFor();
    await shoot('owner-1');
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Try all again' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Try all again' }).click();
    await page.getByText('1 message is tried again.').waitFor();
    await page.getByText('No dead letters.').waitFor();

    await page.getByRole('button', { name: 'Clean up for everyone' }).click();
    await page.getByText('Cleaning up for 1 reader.').waitFor();
    expect(complaints).toEqual([]);

    const me = await runner.get<object>('/api/me');
    await page.route('**/api/me', (route) => route.fulfill({ json: { ...me, is_owner: false } }));
    await page.goto(`${runner.origin}/owner`);
    await page.getByText('This page is for the owner of this Omomi.').waitFor();
    expect(await page.getByRole('heading', { name: 'Queues' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Back to my articles' }).click();
    await page.waitForURL(`${runner.origin}/`);
    await page.goto(`${runner.origin}/settings`);
    await page.getByRole('link', { name: 'Display' }).waitFor();
    expect(await page.getByRole('link', { name: 'Owner' }).count()).toBe(0);
  });
});
