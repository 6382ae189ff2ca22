import type { Call, CheckedInputOf, ConsoleLanguage, ReplyOf } from '@tollgate/contract'
import type { UserRow } from '../storage/schema.ts'

/** The user who makes a console call. */
export type Caller = UserRow

/** What a handler receives besides its input. */
export interface CallContext<C extends Call, App> {
  app: App
  /** null only for public calls. */
  caller: C['access'] extends 'public' ? Caller | null : Caller
  /** Of the console: sentences for the caller are in it. */
  language: ConsoleLanguage
  request: Request
  /** The client's address, as reported by trusted proxies. */
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

type Handler<C extends Call, App> = (
  input: CheckedInputOf<C>,
  context: CallContext<C, App>,
) => Promise<Result<C>> | Result<C>

/** A `Response` is for callers that do not use our envelope. */
type Result<C extends Call> = ReplyOf<C> | ExtendedReply<ReplyOf<C>> | Response

/** A call of the contract with its handler, which needs an `App`. */
export interface Endpoint<App> {
  call: Call
  handle(input: CheckedInputOf<Call>, context: CallContext<Call, App>): unknown
}

/**
 * Returns the function that binds a call of the contract to its handler, for handlers that need an `App`. The mount checks
 * access and input before the handler runs.
 */
export const serveWith =
  <App>() =>
  <C extends Call>(call: C, handle: Handler<C, App>): Endpoint<App> => ({
    call,
    handle: handle as Endpoint<App>['handle'],
  })
