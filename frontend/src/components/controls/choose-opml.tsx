import type { Job } from '@omomi/backend/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, useRef } from 'react';
import { Button } from '@chakra-ui/react/button';
import { call } from '../../lib/api/api.ts';
import { addJob, isActive, jobQuery, jobsQuery } from '../../lib/jobs/queries.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { closeNewFolders } from '../../lib/open-folders.ts';
import { feedsQuery } from '../../lib/queries/feeds.ts';

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
export const ChooseOpml = ({ busy, onFiles }: Props) => {
  const texts = useTexts('opml');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".opml,.xml,text/xml,application/xml,text/x-opml"
        aria-label={texts.choose}
        hidden
        onChange={({ target }) => {
          onFiles(target.files);
          // Reset the value. Otherwise choosing the same file again would not fire a change event.
          target.value = '';
        }}
      />
      <Button size="md" variant="subtle" disabled={busy} onClick={() => input.current?.click()}>
        {texts.choose}
      </Button>
    </>
  );
};
