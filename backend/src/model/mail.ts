/** A mail to one address, as text and as HTML. Line breaks in the subject and in headers become spaces. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Further headers, by their names. */
  headers?: Readonly<Record<string, string>>;
  /** Files that go with it, each with its media type. */
  attachments?: readonly { name: string; type: string; bytes: Uint8Array }[];
};

/**
 * How a mail went. `failed`: no server took it, so it may be sent again; `status` is the reply code of SMTP (RFC 5321, 4.2), or the
 * status of SES's answer, null without one. `lost`: the connection ended while the server had it, so it may have been sent.
 */
export type MailOutcome = { state: 'sent' } | { state: 'failed'; status: number | null } | { state: 'lost' };

/** Sends a mail. Throws nothing that a server is to blame for. */
export type SendMail = (mail: Mail) => Promise<MailOutcome>;
