import { aiSdkClients } from './ai-sdk.ts'
import { anthropicClient } from './anthropic.ts'
import type { Client } from './client.ts'
import { googleClient } from './google.ts'
import { openAiChatClient } from './openai-chat.ts'
import { openAiResponsesClient } from './openai-responses.ts'

/** Every client the gateway is tried with. */
export const clients: readonly Client[] = [
  openAiChatClient,
  openAiResponsesClient,
  anthropicClient,
  googleClient,
  ...aiSdkClients,
]
