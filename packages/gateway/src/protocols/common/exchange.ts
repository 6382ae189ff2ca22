import type { UpstreamError } from '../../errors/upstream-error.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { Loss } from './losses.ts'

/** What the response to a client may have to name. */
export interface ResponseContext {
  /** As the client named it. */
  model: string
  /** Unix seconds. */
  created: number
}

/** A body: JSON, or bytes of another kind. */
export type Body = JsonObject | Uint8Array

/** How clients write a kind of request that has one response, and want the response. */
export interface ClientConverter<Request, Response, Written extends Body = JsonObject> {
  /**
   * @param own members that only the upstream knows, which go to it as they are
   * @throws RequestRefused
   */
  readRequest(body: JsonObject, losses: Loss[], own?: ReadonlySet<string>): Request
  writeAnswer(answer: Response, request: Request, context: ResponseContext, asked: JsonObject): Written
  /** Of the response; absent: it is JSON. */
  contentType?(request: Request): string
}

/** How an upstream wants a kind of request that has one response, and writes the response. */
export interface UpstreamConverter<Request, Response, Format extends string> {
  format: Format
  /** The upstream's usual path, as `ProviderCall.path` has it. */
  path(model: string): string
  /** Members of its own that clients may use; absent: none. */
  takes?: ReadonlySet<string>
  /** What it has no word for, by the request's member. */
  lacks?: { readonly [Member in keyof Request]?: Loss }
  /**
   * @param id of the call
   * @throws RequestRefused
   */
  writeRequest(request: Request, model: string, losses: Loss[], id: string): Body
  /** Returns null for what is no answer. */
  readAnswer(body: JsonObject, request: Request, model: string): Response | null
  /** Reads an answer that is no JSON; absent: there is none. */
  readBytes?(bytes: Uint8Array, request: Request): Response | null
  /** Returns what a body that is no answer says in the upstream's own words; absent, null: in usual ones. */
  readError?(body: JsonObject): UpstreamError | null
}

/** How clients ask how many tokens a conversation comes to, and want to be told. */
export interface CountConverter<Request> {
  /** @throws RequestRefused */
  readRequest(body: JsonObject): Request
  writeCount(tokens: number): JsonObject
}
