import { createTransport } from 'nodemailer';

const host = '127.0.0.1';

/**
 * Sends a mail to a server on loopback, by TLS where the server offers it, as a sender that no name server knows. Returns the code of
 * the reply: 250 if it was taken. Throws the error of a connection that failed.
 */
export const sendMail = async (
  port: number,
  raw: Uint8Array,
  to: readonly string[],
  { from = '', name = 'localhost' }: { from?: string; name?: string } = {},
): Promise<number> => {
  const transport = createTransport({ host, port, tls: { rejectUnauthorized: false }, name });
  try {
    await transport.sendMail({ raw: Buffer.from(raw), envelope: { from, to: [...to] } });
    return 250;
  } catch (error) {
    const { responseCode } = error as { responseCode?: number };
    if (responseCode === undefined) throw error;
    return responseCode;
  } finally {
    transport.close();
  }
};
