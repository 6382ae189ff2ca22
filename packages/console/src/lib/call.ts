import { type BesideOf, type Call, calls, type InputOf, type Reply, type ReplyOf } from '@tollgate/contract'
import { askToConfirm } from './ask-to-confirm.ts'
import { askToSignIn } from './ask-to-sign-in.ts'
import { CallError, failureOf } from './call-error.ts'
import { paths } from './paths.ts'
import { addressOf, headers, readReply, request } from './request.ts'
import { rememberPlace } from './return-place.ts'
import { readStored, stored, writeStored } from './storage.ts'

export { CallError } from './call-error.ts'

type Input<C> = keyof InputOf<C> extends never
  ? []
  : Record<never, never> extends InputOf<C>
    ? [input?: InputOf<C>]
    : [input: InputOf<C>]

interface LooseInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/**
 * Makes one console call and returns its `data`; throws a `CallError` if it fails. If the session has ended, the user signs in over
 * the page and the call is repeated. A page that has shown nothing yet, or a user who declines, goes to the login page, and the
 * stored user is forgotten.
 */
export async function send<C extends Call>(call: C, ...input: Input<C>): Promise<ReplyOf<C>> {
  return (await sendWhole(call, ...input)).data
}

/**
 * Like `send`, with the members beside `data` in the reply. A call that needs a fresh confirmation asks the user for it and is
 * repeated.
 */
export async function sendWhole<C extends Call>(
  call: C,
  ...input: Input<C>
): Promise<BesideOf<C> & { data: ReplyOf<C> }> {
  return askedFirst(call, () => sendWithin(null, call, input[0]))
}

/** Makes a call, and repeats it once if the user met its requirement. */
async function askedFirst<Answer>(call: Call, make: () => Promise<Answer>): Promise<Answer> {
  try {
    return await make()
  } catch (error) {
    const ask = error instanceof CallError ? askOf(call, error) : undefined
    if (ask && (await ask())) return make()
    if (ask === askToSignIn) endSession()
    throw error
  }
}

/**
 * For calls whose failure is a result to show: returns the reply whether it succeeded or not. Aborting the signal also
 * ends the call on the server; it then throws, as without a reply from the server.
 */
export async function sendForResult<C extends Call>(
  call: C,
  input: InputOf<C>,
  signal: AbortSignal,
): Promise<BesideOf<C> & Pick<Reply<unknown>, 'success' | 'message'>> {
  const { params, query } = input as LooseInput
  return askedFirst(call, async () => {
    const init = { method: call.method, headers: headers(false), signal }
    const response = await request(addressOf(call.path, params, query), init)
    const reply = await readReply(response)
    noteSession(call, response, reply)
    if (!response.ok || !reply) throw failureOf(response, reply)
    // The server is built from the same contract, so the reply has the call's shape.
    return reply as unknown as BesideOf<C> & Pick<Reply<unknown>, 'success' | 'message'>
  })
}

/** What the user must do before a call is repeated. */
function askOf(call: Call, { code }: CallError): (() => Promise<boolean>) | undefined {
  if (code === 'confirmation_needed') return askToConfirm
  return goesOn(call, code) ? askToSignIn : undefined
}

/** Whether there is a page over which the user can sign in: with a change to make, or something being read. */
const goesOn = ({ method }: Call, code: string | undefined): boolean =>
  code === 'session_missing' && readStored(stored.user) !== null && (method !== 'GET' || hasRead)

/**
 * Whether the session was valid since the page loaded: known from a sign-in, or from the user's data, which every page requests.
 */
let hasRead = false

function noteSession(call: Call, response: Response, reply: Reply<unknown> | undefined): void {
  if (response.ok && (call.method !== 'GET' || call.path === calls.users.self.path)) hasRead = true
  if (response.status === 401 && !goesOn(call, reply?.code)) endSession()
}

/** Like `send`, but abortable: aborting the signal ends the call. It then throws the signal's reason. */
export async function sendWhile<C extends Call>(signal: AbortSignal, call: C, input: InputOf<C>): Promise<ReplyOf<C>> {
  try {
    return (await askedFirst(call, () => sendWithin(signal, call, input))).data
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}

async function sendWithin<C extends Call>(
  signal: AbortSignal | null,
  call: C,
  input: unknown,
): Promise<BesideOf<C> & { data: ReplyOf<C> }> {
  // Every InputOf consists of only these three members.
  const { params, query, body } = (input ?? {}) as LooseInput
  const response = await request(addressOf(call.path, params, query), {
    method: call.method,
    headers: headers(body !== undefined),
    body: body === undefined ? null : JSON.stringify(body),
    signal,
  })
  const reply = await readReply(response)
  noteSession(call, response, reply)
  leadOn(reply?.code)
  if (!response.ok || !reply?.success) throw failureOf(response, reply)
  // The server is built from the same contract, so the reply has the call's shape.
  return reply as unknown as BesideOf<C> & { data: ReplyOf<C> }
}

/** Like `send`, for a call whose body is a piece of a file. */
export async function sendBytes<C extends Call>(
  call: C,
  input: Omit<InputOf<C>, 'body'>,
  body: Blob,
): Promise<ReplyOf<C>> {
  const { params, query } = input as LooseInput
  return askedFirst(call, async () => {
    const response = await request(addressOf(call.path, params, query), {
      method: call.method,
      headers: { ...headers(false), 'Content-Type': call.rawBody ?? '' },
      body,
    })
    const reply = await readReply(response)
    noteSession(call, response, reply)
    if (!response.ok || !reply?.success) throw failureOf(response, reply)
    // The server is built from the same contract, so the reply has the call's shape.
    return reply.data as ReplyOf<C>
  })
}

/** Makes a call that returns a file, and returns the response, whose body is still to be read. Throws a `CallError` like `send`. */
export function askForFile(call: Call, query: Record<string, unknown>, signal: AbortSignal): Promise<Response> {
  return askedFirst(call, async () => {
    const response = await request(addressOf(call.path, {}, query), {
      method: call.method,
      headers: headers(false),
      signal,
    })
    const isFile = response.ok && response.headers.has('content-disposition')
    if (isFile) return response
    const reply = await readReply(response)
    noteSession(call, response, reply)
    leadOn(reply?.code)
    throw failureOf(response, reply)
  })
}

/**
 * Opens a stream of server-sent events. Throws a `CallError`, or an `AbortError` if it is aborted. An ended session is
 * left to the next call, because the user requested nothing.
 */
export async function askForEvents(call: Call, query: Record<string, unknown>, signal: AbortSignal): Promise<Response> {
  const response = await request(addressOf(call.path, {}, query), {
    method: call.method,
    headers: { ...headers(false), Accept: 'text/event-stream' },
    signal,
  })
  if (response.ok && response.headers.get('content-type')?.startsWith('text/event-stream')) return response
  const reply = await readReply(response)
  signal.throwIfAborted()
  throw failureOf(response, reply)
}

/**
 * Calls a model in the name of the signed-in user and returns the response, whatever its status: it is in the API format called.
 * Throws a `CallError` if nothing answers, and an `AbortError` if it is aborted.
 */
export async function askModel(address: string, body: unknown, signal: AbortSignal): Promise<Response> {
  const init = { method: 'POST', headers: { ...headers(true), Accept: '*/*' }, body: JSON.stringify(body), signal }
  try {
    return await request(address, init)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}

/** The page that meets a call's requirement, unless the browser is there already. */
const NEXT_STEPS: Partial<Record<string, { page: string; address: string }>> = {
  second_factor_needed: { page: paths.login, address: paths.secondStep },
  agreement_outstanding: { page: paths.login, address: paths.agreement },
  second_factor_required: { page: paths.personal, address: paths.personal },
}

/** The address where an interrupted sign-in goes on. */
export const nextStepOf = (code: string | undefined): string | undefined => NEXT_STEPS[code ?? '']?.address

function leadOn(code: string | undefined): void {
  const step = code === undefined ? undefined : NEXT_STEPS[code]
  if (step && location.pathname !== step.page) location.assign(step.address)
}

function endSession(): void {
  writeStored(stored.user, null)
  // A fresh page load: nothing of the ended session may stay in memory.
  if (location.pathname === paths.login) return
  rememberPlace()
  location.assign(paths.sessionExpired)
}
