import { type ChildKeyForm, childKeyForm, childKeysQuery } from '@tollgate/contract'
import type { z } from 'zod'
import { endBranch } from '../../people/tokens/children/end-branch.ts'
import { listChildKeys } from '../../people/tokens/children/list-child-keys.ts'
import { makeChildKey } from '../../people/tokens/children/make-child.ts'
import { isBelow } from '../../people/tokens/children/store.ts'
import { checkInput } from '../../platform/http/check-input.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import { OPENAI_ROOT } from '../call/endpoints.ts'
import { newCall, type RelayCall } from '../call/relay-call.ts'
import { relayError } from '../call/relay-error.ts'
import { errorResponse } from '../errors/error-response.ts'
import { statedGroup } from '../plan/group.ts'
import type { RelayDeps } from '../relay-deps.ts'
import { authenticate, callerKey } from '../request/authenticate.ts'
import { callLimitOf } from '../request/call-limits.ts'
import { closeConnection } from '../request/close-connection.ts'
import { readBody } from '../request/read-body.ts'
import type { TokenIdentity } from '../request/token-index.ts'
import { asKeyError } from './as-key-error.ts'

interface Asked {
  call: RelayCall
  identity: TokenIdentity
  request: Request
  /** From the path or the query; null: none. */
  id: string | null
  deps: RelayDeps
}

const verbs: Readonly<Record<string, (asked: Asked) => Promise<object>>> = {
  async POST({ call, identity, request, deps }) {
    const form = checked<ChildKeyForm>(childKeyForm, await bodyOf(request, call, deps))
    return makeChildKey(deps.keys, makerOf(identity), form)
  },

  GET({ identity, request, deps }) {
    const query = checked<z.output<typeof childKeysQuery>>(childKeysQuery, queryOf(request))
    return listChildKeys(deps.keys.db, identity.tokenId, query)
  },

  async DELETE({ identity, id, deps: { keys } }) {
    const child = { id: Number(id), aboveId: identity.tokenId }
    const isOwn = Number.isSafeInteger(child.id) && child.id > 0 && (await isBelow(keys.db, child))
    if (!isOwn || !(await endBranch(keys, { userId: identity.userId, id: child.id })))
      throw consoleError('token_not_found')
    return { id: child.id, deleted: true }
  },
}

/** Lets a token make, list and end the child keys below it. Never throws. */
export async function serveKeys(
  request: Request,
  { clientIp, id }: { clientIp: () => string; id: string | null },
  deps: RelayDeps,
): Promise<Response> {
  const call = newCall(OPENAI_ROOT, request.headers)
  try {
    const key = callerKey(request, OPENAI_ROOT.errors)
    const { identity } = await authenticate(key, clientIp, deps.now(), deps.tokens, { mayBeExhausted: true })
    await deps.callLimits.admit(identity, callLimitOf(statedGroup(identity, deps.options), deps.options))
    call.memory = deps.memory.open(identity.callerId)
    const verb = verbs[request.method]
    if (!verb) throw relayError('method_not_allowed', { method: request.method, path: new URL(request.url).pathname })
    const asked = { call, identity, request, id: id ?? new URL(request.url).searchParams.get('id'), deps }
    const headers = { 'x-request-id': call.requestId, 'cache-control': 'no-store' }
    return Response.json(await verb(asked), { headers })
  } catch (error) {
    return closeConnection(errorResponse(call, asKeyError(error), deps.log).response)
  } finally {
    call.memory.release()
  }
}

const makerOf = ({ userId, tokenId }: TokenIdentity) => ({ userId, id: tokenId })

/** @throws ApiError that names the first wrong field */
const checked = <Value>(schema: z.ZodType, value: unknown): Value =>
  checkInput({ body: schema } as never, { params: undefined, query: undefined, body: value }).body as Value

const queryOf = (request: Request) => Object.fromEntries(new URL(request.url).searchParams)

/** @throws ApiError */
async function bodyOf(request: Request, call: RelayCall, { watchdog, options }: RelayDeps): Promise<unknown> {
  const steadiness = { watchdog, seconds: options.get('connection_setting.body_seconds') }
  const inspection = { format: OPENAI_ROOT.format, forbiddenWords: [] }
  const read = await readBody(request, inspection, call.memory, steadiness)
  const text = typeof read === 'string' ? read : read.text
  try {
    return JSON.parse(text)
  } catch (error) {
    throw relayError('body_not_json', { reason: (error as Error).message })
  }
}
