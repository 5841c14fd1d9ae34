import { Button } from '@chakra-ui/react/button';
import { Box, Flex, chakra } from '@chakra-ui/react';
import { type Job, type ExportPage, joinExport } from '@omomi/backend/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Section, Loaded } from '../../components/page/section.tsx';
import { call } from '../../lib/api/api.ts';
import { useTexts, useI18n } from '../../lib/i18n/language.tsx';
import { useNotify } from '../../lib/notify.ts';
import { useDeed } from '../../lib/queries/use-deed.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Input } from '../../components/controls/inputs.tsx';
import { Modal } from '../../components/overlays/modal.tsx';
import { FieldError } from '../../components/page/states.tsx';
import { patiently } from '../../lib/api/limit.ts';
import { forgetReader } from '../../lib/preferences/stored-copy.ts';
import { meQuery } from '../../lib/session.ts';

/** Saves what the reader cares about as a file, which is taken in where files of other readers are. */
const TasteSettings = () => {
  const texts = useTexts('settings').taste;
  const notify = useNotify();
  const save = useDeed({
    mutationFn: async () =>
      saveFile([JSON.stringify(await call('exportTaste', {}), null, 2)], {
        name: `omomi-taste-${new Date().toISOString().slice(0, 10)}.json`,
        type: 'application/json',
      }),
    onSuccess: () => notify.info(texts.saved),
  });
  return (
    <Section title={texts.title} text={texts.text} name="taste">
      <Button variant="subtle" size="md" disabled={save.isPending} onClick={() => save.mutate()}>
        {texts.save}
      </Button>
    </Section>
  );
};

type LeaveDialogProps = {
  /** The text to type: the reader's e-mail address, or their id if they have none. */
  expected: string;
  onLeft: (job: Job) => void;
  onClose: () => void;
};

/** Asks for confirmation before everything is deleted. */
const LeaveDialog = ({ expected, onLeft, onClose }: LeaveDialogProps) => {
  const { t } = useI18n();
  const texts = useTexts('settings').data;
  const id = useId();
  const [typed, setTyped] = useState('');
  const leave = useMutation({
    mutationFn: () => call('leave', { body: { email: typed.trim() } }),
    onSuccess: onLeft,
  });
  const isSame = typed.trim().toLowerCase() === expected.toLowerCase();
  return (
    <Modal title={texts.leaveTitle} open onClose={onClose} role="alertdialog">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isSame) leave.mutate();
        }}
      >
        <Box color="fg.muted">{texts.leaveText}</Box>
        <chakra.label htmlFor={id} display="block" textStyle="sm" fontWeight="medium" mt="5" mb="1.5">
          {texts.leaveEmail(expected)}
        </chakra.label>
        <Input
          id={id}
          size="lg"
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
        />
        {leave.error === null ? null : (
          <Box mt="3">
            <FieldError error={leave.error} invalid={texts.leaveMismatch} />
          </Box>
        )}
        <Flex justifyContent="flex-end" gap="2" mt="6">
          <Button variant="ghost" onClick={onClose}>
            {t.common.cancel}
          </Button>
          <Button type="submit" colorPalette="shu" disabled={!isSame || leave.isPending}>
            {texts.leaveAction}
          </Button>
        </Flex>
      </form>
    </Modal>
  );
};

type GetPage = (cursor: string | null) => Promise<ExportPage>;

/** Loads all pages of an export in order. `onPage` gets the number of articles so far. */
export const collectPages = async (
  getPage: GetPage,
  onPage: (entries: number) => void,
): Promise<ExportPage[]> => {
  const pages: ExportPage[] = [];
  let entries = 0;
  let cursor: string | null = null;
  do {
    // Each page contains the cursor of the next one.
    const page: ExportPage = await getPage(cursor);
    pages.push(page);
    entries += page.entries.length;
    onPage(entries);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return pages;
};

/** Loads a page of the export. A large export exceeds the rate limit, so this waits as long as the server says. */
const getPage: GetPage = (cursor) =>
  patiently(() => call('exportAccount', { query: cursor === null ? {} : { cursor } }));

/** Loads all data of the reader and offers it to the browser as one file. */
const useExport = () => {
  const notify = useNotify();
  const texts = useTexts('settings').data;
  const [entries, setEntries] = useState(0);
  const start = useDeed({
    mutationFn: async () => {
      setEntries(0);
      const file = joinExport(await collectPages(getPage, setEntries));
      saveFile([JSON.stringify(file)], {
        name: `omomi-${new Date().toISOString().slice(0, 10)}.json`,
        type: 'application/json',
      });
    },
    onSuccess: () => notify.info(texts.exported),
  });
  return { start, entries };
};

const Export = () => {
  const texts = useTexts('settings').data;
  const { start, entries } = useExport();
  return (
    <Section title={texts.export} text={texts.exportText} name="export">
      <Flex alignItems="center" wrap="wrap" columnGap="4">
        <Button variant="subtle" size="md" disabled={start.isPending} onClick={() => start.mutate()}>
          {texts.exportStart}
        </Button>
        <Box as="output" color="fg.muted" textStyle="sm">
          {start.isPending ? texts.exporting(entries) : null}
        </Box>
      </Flex>
    </Section>
  );
};

/** Exports the reader's data and deletes the account. */
export const DataSettings = () => {
  const settings = useTexts('settings');
  const texts = settings.data;
  const me = useQuery(meQuery);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Export />
      <TasteSettings />
      <Section title={texts.leave} text={texts.leaveText} name="leave">
        <Loaded query={me} failed={settings.loadFailed}>
          {(reader) => (
            <>
              <Button variant="outline" size="md" color="fg.error" onClick={() => setAsking(true)}>
                {texts.leaveStart}
              </Button>
              {isAsking ? (
                <LeaveDialog
                  expected={reader.email ?? reader.user_id}
                  onClose={() => setAsking(false)}
                  onLeft={(job) => {
                    forgetReader();
                    // Leaves the application, because everything it shows is about to be deleted.
                    window.location.replace(`/goodbye?job=${job.job_id}`);
                  }}
                />
              ) : null}
            </>
          )}
        </Loaded>
      </Section>
    </>
  );
};
