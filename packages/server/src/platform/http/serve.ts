import type { Call, CheckedInputOf, Language, ReplyOf } from '@tollgate/contract'
import type { AppContext } from '../../start/app-context.ts'
import type { UserRow } from '../storage/schema.ts'

/** The user who makes a console call. */
export type Caller = UserRow

/** What a handler receives besides its input. */
export interface CallContext<C extends Call> {
  app: AppContext
  /** Null only for public calls. */
  caller: C['access'] extends 'public' ? Caller | null : Caller
  language: Language
  request: Request
  /** The client's address, as far as trusted proxies report it. */
  clientIp: string
  /** Headers of the reply, for cookies. */
  replyHeaders: Headers
}

/** A reply with a message or further members beside its data. */
export class ExtendedReply<Data> {
  constructor(
    readonly data: Data,
    readonly extras: { message?: string } & Record<string, unknown>,
  ) {}
}

type Handler<C extends Call> = (input: CheckedInputOf<C>, context: CallContext<C>) => Promise<Result<C>> | Result<C>

/** A `Response` is for callers that do not use our envelope. */
type Result<C extends Call> = ReplyOf<C> | ExtendedReply<ReplyOf<C>> | Response

/** A call of the contract with its handler. */
export interface Endpoint {
  call: Call
  handle(input: CheckedInputOf<Call>, context: CallContext<Call>): unknown
}

/** Binds a call of the contract to its handler. The mount checks access and input before the handler runs. */
export const serve = <C extends Call>(call: C, handle: Handler<C>): Endpoint => ({
  call,
  handle: handle as Endpoint['handle'],
})
