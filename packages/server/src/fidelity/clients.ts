import {
  type Ask,
  AskRefused,
  type Dialect,
  type DialectId,
  dialects,
  parseExact,
  readGeminiAddress,
  writeGeminiChatAddress,
} from '@tollgate/gateway'
import { type Answer, gather, readChunks } from '@tollgate/gateway/laws'

/** A call as a client of some dialect makes it. */
export interface ClientCall {
  path: string
  body: string
  /** What the call asks for, as it is read from there. */
  ask: Ask
}

type PathOf = (ask: Ask) => string

const PATHS: Readonly<Record<DialectId, PathOf>> = {
  'openai-chat': () => '/v1/chat/completions',
  'openai-responses': () => '/v1/responses',
  'anthropic-messages': () => '/v1/messages',
  gemini: ask => `/v1beta${writeGeminiChatAddress(ask)}`,
}

/** null: this client has no words for it, and says so. */
export function callAs(client: DialectId, ask: Ask): ClientCall | null {
  try {
    const written = dialects[client].writeAsk(ask, { model: ask.model })
    const path = PATHS[client](ask)
    const body = JSON.stringify(written.body)
    return { path, body, ask: readCall(dialects[client], path, body) }
  } catch (error) {
    if (error instanceof AskRefused) return null
    throw error
  }
}

/** What a call in a dialect asks for, wherever it arrived. */
export const readCall = (dialect: Dialect, path: string, body: string): Ask =>
  dialect.readAsk(parseExact(body), readGeminiAddress(path) ?? undefined)

/** An answer as the client understands it. */
export const readAnswer = (client: DialectId, isStream: boolean, bytes: Uint8Array): Answer =>
  gather(
    isStream ? readChunks(client, [bytes]) : dialects[client].readWhole(parseExact(new TextDecoder().decode(bytes))),
  )
