import { ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { z } from 'zod';
import type { TextModel } from '../model/text/text-model.ts';
import { createBedrockClient, toCallError } from '../scoring/embedders/bedrock.ts';
import { parseAnswer } from '../scoring/embedders/model-call.ts';

const answerSchema = z.object({
  output: z.object({ message: z.object({ content: z.array(z.object({ text: z.string().optional() })) }) }),
  usage: z.object({ inputTokens: z.int().min(0), outputTokens: z.int().min(0) }).optional(),
});

/** Creates the function that asks a model of Bedrock by the Converse API (Amazon Bedrock API Reference, "Converse"). */
export const createBedrockText = (
  region: string | undefined,
  modelId: string,
  timeoutMs: number,
): TextModel['ask'] => {
  const client = createBedrockClient(region);
  return async ({ instructions, text, mostTokens }) => {
    const command = new ConverseCommand({
      modelId,
      system: [{ text: instructions }],
      messages: [{ role: 'user', content: [{ text }] }],
      inferenceConfig: { maxTokens: mostTokens, temperature: 0 },
    });
    const answer = await client
      .send(command, { abortSignal: AbortSignal.timeout(timeoutMs) })
      .catch((error: unknown) => {
        throw toCallError(error, `Converse of ${modelId}`);
      });
    const { output, usage } = parseAnswer(answerSchema, answer);
    return {
      text: output.message.content.map((part) => part.text ?? '').join(''),
      tokens: usage === undefined ? null : { input: usage.inputTokens, output: usage.outputTokens },
    };
  };
};
