import { useMutation } from '@tanstack/react-query';
import { useNotify } from '../notify.ts';
import { call } from '../api/api.ts';
import { forgetReader } from '../preferences/stored-copy.ts';

/** Leaves this reader's page for the sign-in page; nothing of the reader stays in this browser. */
const leavePage = (): void => {
  forgetReader();
  window.location.replace('/sign-in');
};

/** Ends the session at the server, then leaves. */
export const useSignOut = () => {
  const notify = useNotify();
  return useMutation({
    mutationFn: () => call('logout', {}),
    onSuccess: leavePage,
    onError: (error) => notify.error(error),
  });
};
