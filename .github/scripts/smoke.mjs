// Asks a deployment through its distribution whether it works, and prints a line for each check. Waits up to two minutes until it is
// healthy. Fails if a check failed.
//
//   smoke.mjs <address of the deployment> [--commit <the commit that was deployed>]
//
// SMOKE_TOKEN: an API token that may write; without it no feed is followed. SMOKE_FEED: the address of the feed to follow.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createAsk, jsonOf, withStatus } from './ask-deployment.mjs';

const {
  positionals: [address = ''],
  values: { commit },
} = parseArgs({ allowPositionals: true, options: { commit: { type: 'string' } } });
const token = process.env.SMOKE_TOKEN;
// It is public and always has entries, which the releases of a private or a young repository have not.
const feed = process.env.SMOKE_FEED || 'https://github.com/nodejs/node/releases.atom';
const pauseMs = Number(process.env.SMOKE_PAUSE_MS || 5000);
const ATTEMPTS = 24;
/** The folder of the feed that is followed, by which one is found again that a run had to leave behind. */
const FOLDER = 'Smoke run';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => stopping.abort(new Error('The run was stopped.')));
const ask = createAsk(address, stopping.signal);
const signedIn = { headers: { authorization: `Bearer ${token}` } };

/** Repeats a check until it passes. Throws its last error. */
const eventually = async (check) => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await check();
    } catch (error) {
      if (attempt === ATTEMPTS || stopping.signal.aborted) throw error;
      await pause(pauseMs, undefined, { signal: stopping.signal });
    }
  }
};

const checkHealth = async () => {
  const { version, commit: named } = jsonOf(200, await ask('/api/health'));
  if (commit !== undefined && named !== commit)
    throw new Error(`GET /api/health names the commit ${named}, not ${commit}`);
  return `version ${version}, commit ${named ?? 'not named'}`;
};

const checkPage = async () => {
  const page = withStatus(200, await ask('/'));
  const [, path] = /<script type="module"[^>]* src="(\/assets\/[^"]+\.js)"/.exec(page.text) ?? [];
  if (path === undefined)
    throw new Error('GET / is not the built page: it names no start script in /assets/');
  const { headers } = withStatus(200, await ask(path));
  const type = headers.get('content-type');
  if (!/javascript/.test(type)) throw new Error(`GET ${path} is ${type}, not JavaScript`);
  return path;
};

const checkRefusal = async () => {
  withStatus(401, await ask('/api/me'));
  return 'GET /api/me answers 401';
};

const checkSignIn = async () => {
  const { providers } = jsonOf(200, await ask('/api/auth/providers'));
  if (providers.length === 0) return 'skipped, because no provider is configured';
  const { headers } = withStatus(302, await ask('/api/auth/login'));
  const location = headers.get('location');
  const { origin } = new URL(location, address);
  if (origin === new URL(address).origin)
    throw new Error(`GET /api/auth/login leads to ${location}, which is no provider`);
  return `GET /api/auth/login leads to ${origin}`;
};

const checkToken = async () => {
  withStatus(200, await ask('/api/me', signedIn));
  return 'GET /api/me answers 200';
};

const checkFeed = async () => {
  await unfollow();
  const answer = await ask('/api/feeds', {
    ...signedIn,
    method: 'POST',
    body: { url: feed, folder: FOLDER },
  });
  if (answer.status === 409)
    throw new Error(
      `The reader of SMOKE_TOKEN follows ${feed} already: set SMOKE_FEED to another, or take another reader`,
    );
  const { feed_id } = jsonOf(201, answer);
  const article = await eventually(async () => {
    const { items } = jsonOf(200, await ask(`/api/articles?feed_id=${feed_id}&limit=1`, signedIn));
    if (items.length === 0) throw new Error(`No article of ${feed} is listed`);
    return items[0];
  });
  withStatus(200, await ask(`/api/articles/${article.article_id}`, signedIn));
  return `${feed} brought ${JSON.stringify(article.title)}`;
};

/** Unfollows the feed of this run and of those that could not do so. It also does if the run was stopped. */
const unfollow = async () => {
  const asking = createAsk(address);
  const listed = async () =>
    jsonOf(200, await asking('/api/feeds', signedIn)).items.filter(({ folder }) => folder === FOLDER);
  for (const { feed_id } of await listed())
    await asking(`/api/feeds/${feed_id}`, { ...signedIn, method: 'DELETE' });
  const left = await listed();
  if (left.length > 0) throw new Error(`${left.map(({ url }) => url).join(', ')} is still followed`);
  return 'nothing of the run is left';
};

/** Runs a check and prints what came of it. Returns whether it passed. */
const passes = async (name, check) => {
  try {
    console.log(`ok      ${name}: ${await check()}`);
    return true;
  } catch (error) {
    // What fetch throws has its reason in the cause.
    console.error(
      `FAILED  ${name}: ${error.message}${error.cause === undefined ? '' : ` (${error.cause.message})`}`,
    );
    return false;
  }
};

const run = async () => {
  if (!(await passes('health', () => eventually(checkHealth)))) return false;
  const checks = [
    ['page', checkPage],
    ['without sign-in', checkRefusal],
    ['sign-in', checkSignIn],
    ...(token
      ? [
          ['token', checkToken],
          ['feed', checkFeed],
          ['unfollow', unfollow],
        ]
      : []),
  ];
  const passed = [];
  for (const [name, check] of checks) passed.push(await passes(name, check));
  if (!token) console.log('skipped token, feed: SMOKE_TOKEN is not set');
  return passed.every(Boolean);
};

if (!(await run())) process.exitCode = 1;
