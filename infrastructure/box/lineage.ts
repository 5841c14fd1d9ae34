/** Number of times that one chain of messages may invoke a function before AWS Lambda drops the next message. */
export const LONGEST_CHAIN = 16;

/**
 * Returns the counts of a chain by function, as the trace header carries them: `Lineage=1:<function>:<count>|…`. The SDK
 * sends the header of the running invocation with each message, SQS keeps it with the message as `AWSTraceHeader`, and
 * Lambda counts one up with each invocation.
 */
export const countsIn = (header: string | undefined): Map<string, number> => {
  const lineage = /Lineage=1:([^;]+)/.exec(header ?? '')?.[1];
  return new Map(
    (lineage ?? '')
      .split('|')
      .filter((part) => part !== '')
      .map((part): [string, number] => {
        const [name, count] = part.split(':');
        return [name ?? '', Number(count)];
      }),
  );
};

export const headerOf = (counts: ReadonlyMap<string, number>): string =>
  `Root=1-645f7998-4b1e232810b0bb733dba2eab;Parent=5be88d12eefc1fc0;Sampled=0;Lineage=1:${[...counts]
    .map(([name, count]) => `${name}:${count}`)
    .join('|')}`;
