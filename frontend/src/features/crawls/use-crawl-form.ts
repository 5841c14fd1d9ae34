import { type CrawlEstimate, type CrawlSettings, crawlSettings } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { ApiError } from '../../lib/api/api-error.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { useStartCrawl, estimateQuery } from './queries.ts';
import {
  type CrawlFields,
  type FieldName,
  type Problems,
  fieldsOf,
  overAllowed,
  settingsOf,
  usualFields,
} from './form-fields.ts';

const limitDetails = z.object({
  field: z.enum(['seeds', 'limit', 'depth', 'concurrency']),
  most: z.number(),
});
const keptDetails = z.object({ field: z.literal('crawls'), most: z.number() });
const refusedDetails = z.object({ url: z.string() });

/** Returns the fields that an answer of the server finds wrong; empty if its error is about none of them. */
export const problemsOfAnswer = (error: unknown): Problems => {
  if (!(error instanceof ApiError)) return {};
  if (error.code === 'CRAWL_LIMIT') {
    const { data } = limitDetails.safeParse(error.details);
    if (data === undefined) return {};
    return { [data.field]: { kind: data.field === 'seeds' ? 'many' : 'allowed', most: data.most } };
  }
  if (error.code !== 'ADDRESS_REFUSED') return {};
  const { data } = refusedDetails.safeParse(error.details);
  return { seeds: data === undefined ? { kind: 'invalid' } : { kind: 'refused', text: data.url } };
};

/** Returns how many crawls can be kept, if that is why the server started none; null otherwise. */
export const keptLimitOf = (error: unknown): number | null => {
  if (!(error instanceof ApiError) || error.code !== 'CRAWL_LIMIT') return null;
  return keptDetails.safeParse(error.details).data?.most ?? null;
};

/** Returns the settings as they were at the last pause in typing, so that not every key asks for an estimate. */
const useSettledSettings = (settings: CrawlSettings | null): CrawlSettings | null => {
  const settled = useSettled(settings === null ? '' : JSON.stringify(settings));
  return settled === '' ? null : (crawlSettings.safeParse(JSON.parse(settled)).data ?? null);
};

const notOf = (settings: CrawlSettings | null, allowed: CrawlEstimate['allowed'] | undefined): Problems =>
  settings === null || allowed === undefined ? {} : overAllowed(settings, allowed);

/**
 * Manages the fields of a new crawl, the estimate of what it takes, and its start. A field shows its problem once it
 * was left or the start was tried; one that the server found shows until the field changes.
 */
export const useCrawlForm = (initial: CrawlSettings | null, onStarted: (crawlId: string) => void) => {
  const [fields, setFields] = useState<CrawlFields>(() =>
    initial === null ? usualFields : fieldsOf(initial),
  );
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const start = useStartCrawl();
  const { settings, problems } = settingsOf(fields);
  const estimate = useQuery(estimateQuery(useSettledSettings(settings)));
  const ofAnswer = { ...problemsOfAnswer(estimate.error), ...problemsOfAnswer(start.error) };
  const wrong: Problems = { ...ofAnswer, ...notOf(settings, estimate.data?.allowed), ...problems };
  const change = (changes: Partial<CrawlFields>): void => {
    setFields((before) => ({ ...before, ...changes }));
    if (start.error !== null) start.reset();
  };
  const leave = (name: string): void => setLeft((before) => new Set([...before, name]));
  /** Starts the crawl, or moves the focus to the first field of `form` that is wrong. */
  const submit = (form: HTMLFormElement): void => {
    setLeft(new Set(Object.keys(fields)));
    if (settings !== null && Object.keys(wrong).length === 0 && !start.isPending)
      start.mutate(settings, { onSuccess: ({ job_id }) => onStarted(job_id) });
    // The fields are marked as invalid after the next rendering.
    else requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  return {
    fields,
    change,
    leave,
    submit,
    problemOf: (name: FieldName) => (left.has(name) || name in ofAnswer ? wrong[name] : undefined),
    estimate,
    hasSettings: settings !== null,
    /** The error of the start that is about no field. */
    startError:
      start.error !== null && Object.keys(problemsOfAnswer(start.error)).length === 0 ? start.error : null,
    isStarting: start.isPending,
  };
};

export type CrawlForm = ReturnType<typeof useCrawlForm>;
