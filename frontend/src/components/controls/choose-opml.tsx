import { Button } from '@chakra-ui/react/button';
import { useRef, useState } from 'react';
import type { Job, TakenTaste } from '@omomi/backend/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { addJob, isActive, jobQuery, jobsQuery } from '../../lib/jobs.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { closeNewFolders } from '../../lib/open-folders.ts';
import { feedsQuery } from '../../lib/queries/feeds.ts';
import { renewLists } from '../../lib/queries/refresh-lists.ts';

type ChooseFileProps = {
  label: string;
  /** Shown on the button instead of the label. */
  text?: string;
  /** The kinds of files that are offered, as an input takes them. */
  accept: string;
  variant?: 'subtle' | 'outline';
  busy: boolean;
  onFiles: (files: FileList | null) => void;
};

/** Shows a button that lets the reader choose a file. */
const ChooseFile = ({ label, text = label, accept, variant = 'subtle', busy, onFiles }: ChooseFileProps) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={({ target }) => {
          onFiles(target.files);
          // Reset the value. Otherwise choosing the same file again would not fire a change event.
          target.value = '';
        }}
      />
      <Button size="md" variant={variant} disabled={busy} onClick={() => input.current?.click()}>
        {text}
      </Button>
    </>
  );
};

/** The time after its start for which the report of an import is shown again, in milliseconds. */
const shownFor = 3_600_000;

const isRecent = (job: Job): boolean => isActive(job) || Date.now() - Date.parse(job.created_at) < shownFor;

/** The size from which a file is packed to be sent, in bytes: the server takes 4 MB, and texts become a quarter. */
const packedFrom = 1_000_000;

const isPacked = ([first, second]: Uint8Array): boolean =>
  (first === 0x50 && second === 0x4b) || (first === 0x1f && second === 0x8b);

/** Returns the bytes of a file as they are sent: a large one that is not packed yet is packed by gzip. */
const bytesToSend = async (file: File): Promise<Uint8Array> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.length < packedFrom || isPacked(bytes)) return bytes;
  const packing = file.stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(packing).arrayBuffer());
};

type Started = { job: Job } | { taken: TakenTaste };

/** Takes in the taste of an Omomi at once. Any other file starts a job, which reads it. */
const takeIn = async (file: File): Promise<Started> => {
  const { readTaste } = await import('../../lib/read-taste.ts');
  const taste = await readTaste(file);
  if (taste !== null) return { taken: await call('importTaste', { body: taste }) };
  return { job: await call('importOpml', { body: await bytesToSend(file) }) };
};

/** Takes a file in and follows its job. Before that, follows a running or recent import. */
export const useImport = () => {
  const client = useQueryClient();
  const [startedId, setStartedId] = useState<string | null>(null);
  const { data: jobs } = useQuery(jobsQuery(0));
  const [recent] = jobs?.items.filter((job) => job.kind === 'import' && isRecent(job)) ?? [];
  const jobId = startedId ?? recent?.job_id ?? null;

  const start = useMutation({
    mutationFn: takeIn,
    // Hundreds of feeds would bury what the reader looks for.
    onMutate: async () => {
      const { items } = await client.ensureQueryData(feedsQuery);
      closeNewFolders(items.flatMap(({ folder }) => folder ?? []));
    },
    onSuccess: async (started) => {
      if ('taken' in started) return Promise.all([client.invalidateQueries(), renewLists(client)]);
      setStartedId(started.job.job_id);
      return addJob(client, started.job);
    },
  });
  const { data: job } = useQuery(jobQuery(jobId));
  const taken = start.data !== undefined && 'taken' in start.data ? start.data.taken : null;
  return { start, job: taken === null ? (job ?? null) : null, taken };
};

type Props = { busy: boolean; onFiles: (files: FileList | null) => void };

/** Shows a button that lets the reader choose a file of another reader. */
export const ChooseOpml = ({ busy, onFiles }: Props) => (
  <ChooseFile
    label={useTexts('opml').choose}
    accept=".opml,.xml,.json,.zip,.gz,text/xml,application/xml,text/x-opml,application/json,application/zip"
    busy={busy}
    onFiles={onFiles}
  />
);
