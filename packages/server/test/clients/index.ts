import { aiSdkClients } from './ai-sdk.ts'
import { anthropicClient } from './anthropic.ts'
import type { Client } from './client.ts'
import { geminiCli, googleClient } from './google.ts'
import { keptInteractions, sentInteractions } from './google-interactions.ts'
import { openAiChatClient } from './openai-chat.ts'
import { codexClient, openAiResponsesClient } from './openai-responses.ts'
import { openAiResponsesSocketClient } from './openai-responses-socket.ts'

/** Every client tested with the gateway. */
export const clients: readonly Client[] = [
  openAiChatClient,
  openAiResponsesClient,
  codexClient,
  openAiResponsesSocketClient,
  anthropicClient,
  googleClient,
  geminiCli,
  keptInteractions,
  sentInteractions,
  ...aiSdkClients,
]
