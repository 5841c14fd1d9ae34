/*
 * Notifications that this browser subscribed to: shows each message, and does what its buttons say. The backend makes the messages
 * (`notifications/channels.ts`).
 */

declare const self: ServiceWorkerGlobalScope;

type Button = { deed: string; label: string; url: string };
type Pushed = { title: string; text: string; open: string | null; tag: string; buttons: Button[] };
type Shown = Pick<Pushed, 'open' | 'buttons'>;

/** The SHA-256 of an empty body, which a distribution of AWS asks for with every POST. */
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Opens an address in a window of the page, if there is one. */
const open = async (address: string): Promise<void> => {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows[0];
  if (shown === undefined) await self.clients.openWindow(address);
  else await (await shown.focus()).navigate(address);
};

/** Listens for messages and for clicks on what it shows of them. */
export const listenForPushes = (): void => {
  self.addEventListener('push', (event) => {
    const pushed: Pushed = event.data?.json();
    const { title, text, tag, buttons } = pushed;
    const options = {
      body: text,
      tag,
      icon: '/icon-192.png',
      data: pushed satisfies Shown,
      actions: buttons.map(({ deed, label }) => ({ action: deed, title: label })),
    };
    event.waitUntil(self.registration.showNotification(title, options));
  });

  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { open: address, buttons }: Shown = event.notification.data;
    const pressed = buttons.find(({ deed }) => deed === event.action);
    if (pressed !== undefined) {
      const headers = { 'x-amz-content-sha256': EMPTY_SHA256 };
      event.waitUntil(fetch(pressed.url, { method: 'POST', headers }));
    } else if (address !== null) event.waitUntil(open(address));
  });
};
