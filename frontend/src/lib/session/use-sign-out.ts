import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from '../notify.ts';
import { call } from '../api/api.ts';
import { readMarksOf } from '../marks/read-marks.ts';
import { forgetReader } from '../preferences/stored-copy.ts';

/** Goes to the sign-in page and deletes all data of the reader in this browser. */
const leavePage = (): void => {
  forgetReader();
  window.location.replace('/sign-in');
};

/** Ends the session at the server, then goes to the sign-in page. */
export const useSignOut = () => {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: async () => {
      await readMarksOf(client).flush();
      await call('logout', {});
    },
    onSuccess: leavePage,
    onError: (error) => notify.error(error),
  });
};
