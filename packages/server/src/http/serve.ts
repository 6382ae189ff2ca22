import type { Call, CheckedInputOf, Language, ReplyOf } from '@tollgate/contract'
import type { AppContext } from '../app-context.ts'
import type { UserRow } from '../storage/schema.ts'

/** Who makes a console call. */
export type Caller = UserRow

/** What a handler gets besides its input. */
export interface Exchange<C extends Call> {
  app: AppContext
  /** Null only on public calls. */
  caller: C['access'] extends 'public' ? Caller | null : Caller
  language: Language
  request: Request
  /** Address of the client, as far as trusted proxies tell. */
  clientIp: string
  /** Headers of the reply, for cookies. */
  replyHeaders: Headers
}

/** A reply that says more than its data. */
export class Answer<Data> {
  constructor(
    readonly data: Data,
    readonly more: { message?: string } & Record<string, unknown>,
  ) {}
}

type Handler<C extends Call> = (input: CheckedInputOf<C>, exchange: Exchange<C>) => Promise<Result<C>> | Result<C>

/** A `Response` is for callers that know nothing of our envelope. */
type Result<C extends Call> = ReplyOf<C> | Answer<ReplyOf<C>> | Response

/** A call of the contract with the function that answers it. */
export interface Endpoint {
  call: Call
  handle(input: CheckedInputOf<Call>, exchange: Exchange<Call>): unknown
}

/** Binds a call of the contract to its handler. The mount checks access and input before the handler runs. */
export const serve = <C extends Call>(call: C, handle: Handler<C>): Endpoint => ({
  call,
  handle: handle as Endpoint['handle'],
})
