import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';
import { CACHE, SOURCES, unpacked } from './sources.ts';

/** The number of values of a sentence's vector. */
export const TEACHER_DIMENSION = 512;
/** The texts that are encoded at once. Another number could change the last bits. */
const BATCH = 64;
/** Vectors are rounded to multiples of this, far below what they say, so that a last bit changes nothing that follows. */
const STEP = 1e-5;

export type Teacher = {
  embed: (texts: string[]) => Promise<number[][]>;
  tokenizer: { encode: (text: string) => number[] };
};
type Source = () => Promise<unknown>;

const functionOf = <T>() => z.custom<T>((value) => typeof value === 'function');
const tensors = z.object({
  ready: functionOf<() => Promise<void>>(),
  getBackend: functionOf<() => string>(),
  env: functionOf<() => { getAsync: (flag: string) => Promise<unknown> }>(),
});
const tokeniser = z.object({ initModel: functionOf<(source: Source) => Promise<Teacher>>() });
const weights = z.object({ modelSource: functionOf<Source>() });

/**
 * Loads the Universal Sentence Encoder Lite. Its packages are unpacked into the cache and are no dependency of Omomi.
 * @throws Error if the processor has no SIMD, without which the last bits would be others.
 */
export const loadTeacher = async (): Promise<Teacher> => {
  const folder = join(CACHE, 'teacher-modules');
  for (const source of ['teacher', 'tokeniser', 'tensors', 'long', 'seedrandom'] as const)
    unpacked(source, join(folder, 'node_modules', SOURCES[source].name));
  const require = createRequire(join(folder, 'index.js'));
  const tf = tensors.parse(require(SOURCES.tensors.name));
  await tf.ready();
  if (tf.getBackend() !== 'wasm' || (await tf.env().getAsync('WASM_HAS_SIMD_SUPPORT')) !== true)
    throw new Error(
      'The tables can only be made with WebAssembly and SIMD, so that they are the same to the byte.',
    );
  const { modelSource } = weights.parse(require(SOURCES.teacher.name));
  return tokeniser.parse(require(SOURCES.tokeniser.name)).initModel(modelSource);
};

/** Returns the vectors of texts, in their order. */
export const encode = async (teacher: Teacher, texts: readonly string[]): Promise<Float32Array[]> => {
  const rows: Float32Array[] = [];
  for (const batch of batchesOf(teacher, texts)) {
    const values = await encodeBatch(
      teacher,
      batch.map((at) => texts[at] ?? ''),
    );
    batch.forEach((at, row) => {
      rows[at] = values.subarray(row * TEACHER_DIMENSION, (row + 1) * TEACHER_DIMENSION);
    });
  }
  return rows;
};

/** Returns the vectors of texts as `encode` does, once: they are kept in the cache under the hash of the texts. */
export const encodeOnce = async (teacher: Teacher, texts: readonly string[]): Promise<Float32Array[]> => {
  const folder = join(CACHE, 'vectors');
  const file = join(folder, `${createHash('sha256').update(JSON.stringify(texts)).digest('hex')}.f32`);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const rows = await encode(teacher, texts);
    writeFileSync(
      `${file}.part`,
      Buffer.concat(rows.map((row) => Buffer.from(row.buffer, row.byteOffset, row.byteLength))),
    );
    renameSync(`${file}.part`, file);
  }
  const values = new Float32Array(Uint8Array.from(readFileSync(file)).buffer);
  if (values.length !== texts.length * TEACHER_DIMENSION) throw new Error(`${file} is not whole: remove it.`);
  return texts.map((_, at) => values.subarray(at * TEACHER_DIMENSION, (at + 1) * TEACHER_DIMENSION));
};

/** Returns the places of texts in batches. Texts of one length go together, because a batch is padded to its longest text. */
export const batchesOf = (teacher: Teacher, texts: readonly string[]): number[][] => {
  const lengths = texts.map((text) => teacher.tokenizer.encode(text).length);
  const order = texts.map((_, at) => at).sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0) || a - b);
  return Array.from({ length: Math.ceil(order.length / BATCH) }, (_, at) =>
    order.slice(at * BATCH, (at + 1) * BATCH),
  );
};

/** Returns the rounded vectors of the texts of a batch, one after another. */
const encodeBatch = async (teacher: Teacher, texts: string[]): Promise<Float32Array> => {
  const vectors = await teacher.embed(texts);
  texts.forEach((text, row) => {
    if (vectors[row]?.length !== TEACHER_DIMENSION || !vectors[row].every(Number.isFinite))
      throw new Error(`The teacher has no vector for: ${text}`);
  });
  return Float32Array.from(vectors.flat(), (value) => Math.round(value / STEP) * STEP);
};
