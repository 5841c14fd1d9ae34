import type { NewChannel } from '@omomi/backend/contract';
import { call } from '../../lib/api/api.ts';

/** True if this browser takes push messages. On an iPhone only a page on the home screen does. */
export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window;

/** The reader, or the browser, does not allow notifications. */
export class PushRefused extends Error {
  override readonly name = 'PushRefused';
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));

/** Asks the reader for permission and subscribes this browser. Throws PushRefused. */
export const subscribePush = async (): Promise<NewChannel> => {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused();
  const { key } = await call('getPushKey', {});
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that was made with another key, as by a reader before this one, is in the way.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(key),
  });
  const { endpoint: address = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  return { kind: 'push', address, p256dh, auth };
};
