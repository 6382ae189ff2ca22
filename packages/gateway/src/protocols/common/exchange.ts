import type { UpstreamError } from '../../errors/upstream-error.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { Loss } from './losses.ts'

/** What a response to a client may have to repeat. */
export interface ResponseContext {
  /** As the client named it. */
  model: string
  /** Unix seconds. */
  created: number
}

/** A body: JSON, or bytes of another kind. */
export type Body = JsonObject | Uint8Array

/** How clients write a kind of request that has one response, and expect the response. */
export interface ClientConverter<Request, Response, Written extends Body = JsonObject> {
  /**
   * @param own members that only the upstream knows, sent unchanged
   * @throws RequestRefused
   */
  readRequest(body: JsonObject, losses: Loss[], own?: ReadonlySet<string>): Request
  writeAnswer(answer: Response, request: Request, context: ResponseContext, asked: JsonObject): Written
  /** Of the response; absent: it is JSON. */
  contentType?(request: Request): string
}

/** How an upstream expects a kind of request that has one response, and writes the response. */
export interface UpstreamConverter<Request, Response, Format extends string> {
  format: Format
  /** The upstream's usual path, in the form of `ProviderCall.path`. */
  path(model: string): string
  /** Its own members that clients may use; absent: none. */
  takes?: ReadonlySet<string>
  /** What it does not support, by the request's member. */
  lacks?: { readonly [Member in keyof Request]?: Loss }
  /**
   * @param id of the call
   * @throws RequestRefused
   */
  writeRequest(request: Request, model: string, losses: Loss[], id: string): Body
  /** Returns null for a body that is not an answer. */
  readAnswer(body: JsonObject, request: Request, model: string): Response | null
  /** Reads an answer that is not JSON; absent: there is none. */
  readBytes?(bytes: Uint8Array, request: Request): Response | null
  /**
   * Returns the error in a body that is not an answer, in the upstream's own words; absent or null: it has a usual
   * form, read elsewhere.
   */
  readError?(body: JsonObject): UpstreamError | null
}

/** How clients ask for the token count of a conversation, and expect the reply. */
export interface CountConverter<Request> {
  /** @throws RequestRefused */
  readRequest(body: JsonObject): Request
  writeCount(tokens: number): JsonObject
}
