import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import {
  chooseCoding,
  compress,
  fileQuality,
  minCompressedBytes,
  type Coding,
} from '../../lib/content-coding.ts';
import { matchesETag } from '../../lib/digest.ts';
import { errorAnswer, type Answer } from './refusals.ts';

type StaticFile = {
  bytes: Buffer;
  type: string;
  hash: string;
  isImmutable: boolean;
  isCompressible: boolean;
  /** Compressed forms: from the build, or created at the first request for them. */
  codings: Map<Coding, Promise<Buffer>>;
};

type StaticRequest = { method: string; path: string; headers: IncomingHttpHeaders };
export type StaticFiles = (request: StaticRequest) => Promise<Answer>;

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};
const compressible = /^(text\/|application\/(json|xml|manifest|wasm)|image\/svg)/;
/** Matches the names that Vite gives to assets: they contain a hash of the content, so a file never changes. */
const hashedName = /^\/assets\/.*-[\w-]{8,20}\.\w+$/;
const precompressed = { '.br': 'br', '.gz': 'gzip' } as const satisfies Record<string, Coding>;

const toFile = (path: string, bytes: Buffer): StaticFile => {
  const type = types[extname(path).toLowerCase()] ?? 'application/octet-stream';
  return {
    bytes,
    type,
    hash: createHash('sha256').update(bytes).digest('hex').slice(0, 20),
    isImmutable: hashedName.test(path),
    isCompressible: compressible.test(type) && bytes.length >= minCompressedBytes,
    codings: new Map(),
  };
};

const loadFiles = async (root: string): Promise<Map<string, StaticFile>> => {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = new Map<string, StaticFile>();
  for (const entry of entries.filter((found) => found.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(root, file).split(sep).join('/')}`;
    files.set(path, toFile(path, await readFile(file)));
  }
  for (const [path, { bytes }] of files) {
    for (const [suffix, coding] of Object.entries(precompressed)) {
      const plain = path.endsWith(suffix) ? files.get(path.slice(0, -suffix.length)) : undefined;
      plain?.codings.set(coding, Promise.resolve(bytes));
    }
  }
  return files;
};

const encode = (file: StaticFile, coding: Coding): Promise<Buffer> => {
  const encoded = file.codings.get(coding) ?? compress(coding, file.bytes, fileQuality);
  file.codings.set(coding, encoded);
  return encoded;
};

const decodePath = (path: string): string | null => {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
};

const answerWith = async (file: StaticFile, { headers }: StaticRequest): Promise<Answer> => {
  const coding = file.isCompressible ? chooseCoding(headers['accept-encoding']) : null;
  const etag = `"${file.hash}${coding === null ? '' : `-${coding}`}"`;
  const common = {
    etag,
    'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(file.isCompressible ? { vary: 'accept-encoding' } : {}),
  };
  if (matchesETag(headers['if-none-match'], etag))
    return { status: 304, headers: common, body: Buffer.alloc(0) };
  return {
    status: 200,
    headers: {
      ...common,
      'content-type': file.type,
      ...(coding === null ? {} : { 'content-encoding': coding }),
    },
    body: coding === null ? file.bytes : await encode(file, coding),
  };
};

/**
 * Creates the function that serves the built pages. All files are read into memory at the start, so no path can lead to
 * any other file. A path without a file is a view of the application and gets its page, unless it looks like the name
 * of a file.
 */
export const createStaticFiles = async (root: string): Promise<StaticFiles> => {
  const files = await loadFiles(root);
  const isView = (path: string, accept: string | undefined) =>
    !path.startsWith('/assets/') &&
    (!(path.split('/').at(-1) ?? '').includes('.') || (accept ?? '').includes('text/html'));

  return async (request) => {
    const { method, headers } = request;
    if (method !== 'GET' && method !== 'HEAD') {
      const refused = errorAnswer('METHOD_NOT_ALLOWED', {
        message: `${method} is not possible here`,
        action: 'Use GET for pages, and /api for everything else.',
      });
      return { ...refused, headers: { ...refused.headers, allow: 'GET, HEAD' } };
    }
    const path = decodePath(request.path);
    if (path === null)
      return errorAnswer('VALIDATION_FAILED', {
        message: 'The address has a broken escape',
        action: 'Check the address.',
      });
    const file = files.get(path) ?? (isView(path, headers.accept) ? files.get('/index.html') : undefined);
    if (file !== undefined) return answerWith(file, request);
    return errorAnswer('NOT_FOUND', {
      message: 'There is nothing at this address',
      action: 'Check the address.',
    });
  };
};
