import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { newRule, ruleId } from '../../contract/index.ts';
import type { StoredRule } from '../../model/rules/rule.ts';

const storedRules = z.array(newRule.extend({ rule_id: ruleId, created_at: z.string() }));

/** Returns rules as compressed JSON. */
export const encodeRules = (rules: readonly StoredRule[]): Uint8Array =>
  deflateRawSync(Buffer.from(JSON.stringify(rules)));

/** @throws Error if the bytes are not those of rules. */
export const decodeRules = (bytes: Uint8Array): StoredRule[] =>
  storedRules.parse(JSON.parse(inflateRawSync(bytes).toString('utf8')));

/** Bytes of a hash. */
const HASH_BYTES = 6;

/** Returns hashes of 12 hex digits as their bytes, one after the other. */
export const encodeHashes = (hashes: readonly string[]): Uint8Array => Buffer.from(hashes.join(''), 'hex');

export const decodeHashes = (bytes: Uint8Array): string[] => {
  const digits = Buffer.from(bytes).toString('hex');
  return Array.from({ length: Math.floor(bytes.length / HASH_BYTES) }, (_, at) =>
    digits.slice(at * HASH_BYTES * 2, (at + 1) * HASH_BYTES * 2),
  );
};
