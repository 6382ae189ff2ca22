import {
  type CanonicalRequest,
  type Dialect,
  type DialectId,
  dialects,
  parseExact,
  RequestRefused,
  readGeminiAddress,
  writeGeminiChatAddress,
} from '@tollgate/gateway'
import { type Answer, gather, readChunks } from '@tollgate/gateway/laws'

/** A call as a client of a dialect makes it. */
export interface ClientCall {
  path: string
  body: string
  /** The request, as parsed from this call. */
  canonicalRequest: CanonicalRequest
}

type PathOf = (canonicalRequest: CanonicalRequest) => string

const PATHS: Readonly<Record<DialectId, PathOf>> = {
  'openai-chat': () => '/v1/chat/completions',
  'openai-responses': () => '/v1/responses',
  'anthropic-messages': () => '/v1/messages',
  gemini: canonicalRequest => `/v1beta${writeGeminiChatAddress(canonicalRequest)}`,
}

/** null: this client cannot express the request and says so. */
export function callAs(client: DialectId, canonicalRequest: CanonicalRequest): ClientCall | null {
  try {
    const written = dialects[client].writeRequest(canonicalRequest, { model: canonicalRequest.model })
    const path = PATHS[client](canonicalRequest)
    const body = JSON.stringify(written.body)
    return { path, body, canonicalRequest: readCall(dialects[client], path, body) }
  } catch (error) {
    if (error instanceof RequestRefused) return null
    throw error
  }
}

/** Parses a request of a dialect. */
export const readCall = (dialect: Dialect, path: string, body: string): CanonicalRequest =>
  dialect.readRequest(parseExact(body), readGeminiAddress(path) ?? undefined)

/** An answer as the client understands it. */
export const readAnswer = (client: DialectId, isStream: boolean, bytes: Uint8Array): Answer =>
  gather(
    isStream ? readChunks(client, [bytes]) : dialects[client].readWhole(parseExact(new TextDecoder().decode(bytes))),
  )
