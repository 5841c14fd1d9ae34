/** Returns the HTTP status of the answer that an error of an AWS client tells of; undefined if there was no answer. */
export const awsStatusOf = (error: Error): number | undefined => {
  const metadata: unknown = Reflect.get(error, '$metadata');
  const status: unknown =
    typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, 'httpStatusCode') : undefined;
  return typeof status === 'number' ? status : undefined;
};
