import { useMutation } from '@tanstack/react-query';
import { useNotify } from '../notify.ts';
import { call } from '../api/api.ts';
import { forgetReader } from '../preferences/stored-copy.ts';

/** Goes to the sign-in page and deletes all data of the reader in this browser. */
const leavePage = (): void => {
  forgetReader();
  window.location.replace('/sign-in');
};

/** Ends the session at the server, then goes to the sign-in page. */
export const useSignOut = () => {
  const notify = useNotify();
  return useMutation({
    mutationFn: () => call('logout', {}),
    onSuccess: leavePage,
    onError: (error) => notify.error(error),
  });
};
