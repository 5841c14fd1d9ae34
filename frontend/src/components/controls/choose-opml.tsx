import type { Job } from '@omomi/backend/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api/api.ts';
import { addJob, isActive, jobQuery, jobsQuery } from '../../lib/jobs/queries.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { closeNewFolders } from '../../lib/open-folders.ts';
import { feedsQuery } from '../../lib/queries/feeds.ts';
import { ChooseFile } from './choose-file.tsx';

/** The time after its start for which the report of an import is shown again, in milliseconds. */
const shownFor = 3_600_000;

const isRecent = (job: Job): boolean => isActive(job) || Date.now() - Date.parse(job.created_at) < shownFor;

/** Starts an import and follows its job. Before that, follows a running or recent import. */
export const useImport = () => {
  const client = useQueryClient();
  const [startedId, setStartedId] = useState<string | null>(null);
  const { data: jobs } = useQuery(jobsQuery(0));
  const [recent] = jobs?.items.filter((job) => job.kind === 'import' && isRecent(job)) ?? [];
  const jobId = startedId ?? recent?.job_id ?? null;

  const start = useMutation({
    mutationFn: async (file: File) => call('importOpml', { body: new Uint8Array(await file.arrayBuffer()) }),
    // Hundreds of feeds would bury what the reader looks for.
    onMutate: async () => {
      const { items } = await client.ensureQueryData(feedsQuery);
      closeNewFolders(items.flatMap(({ folder }) => folder ?? []));
    },
    onSuccess: (job) => {
      setStartedId(job.job_id);
      addJob(client, job);
    },
  });
  const { data: job } = useQuery(jobQuery(jobId));
  return { start, job: job ?? null };
};

type Props = { busy: boolean; onFiles: (files: FileList | null) => void };

/** Shows a button that lets the reader choose an OPML file. */
export const ChooseOpml = ({ busy, onFiles }: Props) => (
  <ChooseFile
    label={useTexts('opml').choose}
    accept=".opml,.xml,text/xml,application/xml,text/x-opml"
    busy={busy}
    onFiles={onFiles}
  />
);
