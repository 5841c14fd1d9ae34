import { CfnOutput, Stack } from 'aws-cdk-lib';
import { FunctionUrlAuthType, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';

/**
 * Keeps the URL that the API had before its alias. The distribution of a deployment from then calls it until `Frontend` is updated, and
 * again if that update is rolled back, for which the outputs have the names that the former template reads. Afterwards nobody
 * may call it. To be deleted once no such deployment is left.
 */
export const keepFormerUrl = (handler: LambdaFunction): void => {
  const { functionArn, url } = handler.addFunctionUrl({ authType: FunctionUrlAuthType.AWS_IAM });
  const output = (name: string, value: string) => new CfnOutput(Stack.of(handler), name, { value });
  output('PublishOutputFnGetAttApiFunctionFunctionUrl2698D8C0FunctionArn27E28B8E', functionArn);
  output('PublishOutputFnGetAttApiFunctionFunctionUrl2698D8C0FunctionUrl2EF45442', url);
};
