import { Box } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../components/page/loaded.tsx';
import { Section } from '../../components/page/section.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import { settingsTexts } from '../../lib/i18n/texts/settings.ts';
import { forgetReader } from '../../lib/preferences/stored-copy.ts';
import { meQuery } from '../../lib/session/queries.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { useExport } from './use-export.ts';

const Export = () => {
  const texts = useTexts(settingsTexts).data;
  const { start, entries } = useExport();
  return (
    <Section title={texts.export} text={texts.exportText}>
      <Button variant="subtle" size="md" disabled={start.isPending} onClick={() => start.mutate()}>
        {texts.exportStart}
      </Button>
      <Box as="output" display="block" color="fg.muted" textStyle="sm" mt="2" minH="1.5rem">
        {start.isPending ? texts.exporting(entries) : null}
      </Box>
    </Section>
  );
};

/** Exports the reader's data and deletes the account. */
export const DataSettings = () => {
  const settings = useTexts(settingsTexts);
  const texts = settings.data;
  const me = useQuery(meQuery);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Export />
      <Section title={texts.leave} text={texts.leaveText}>
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
