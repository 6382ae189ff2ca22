import type { JsonObject } from '../../raw/json.ts'
import type { Loss } from './losses.ts'

/** What the response to a client may have to name. */
export interface ResponseContext {
  /** As the client named it. */
  model: string
  /** Unix seconds. */
  created: number
}

/** How clients write a kind of request that has one response, and want the response. */
export interface ClientConverter<Request, Response> {
  /** @throws RequestRefused */
  readRequest(body: JsonObject, losses: Loss[]): Request
  writeAnswer(answer: Response, request: Request, context: ResponseContext, asked: JsonObject): JsonObject
}

/** How an upstream wants a kind of request that has one response, and writes the response. */
export interface UpstreamConverter<Request, Response, Format extends string> {
  format: Format
  /** The upstream's usual path, as `ProviderCall.path` has it. */
  path(model: string): string
  /** @throws RequestRefused */
  writeRequest(request: Request, model: string, losses: Loss[]): JsonObject
  /** Returns null for what is no answer. */
  readAnswer(body: JsonObject, request: Request): Response | null
}

/** How clients ask how many tokens a conversation comes to, and want to be told. */
export interface CountConverter<Request> {
  /** @throws RequestRefused */
  readRequest(body: JsonObject): Request
  writeCount(tokens: number): JsonObject
}
