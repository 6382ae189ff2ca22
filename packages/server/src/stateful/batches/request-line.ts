import {
  addToBatchSize,
  type BatchSize,
  type Format,
  type Loss,
  type Patches,
  patchObject,
  readMember,
  readMembersOf,
  readNames,
  type ScannedObject,
  scanObject,
  type WireFormat,
} from '@tollgate/gateway'
import type { ApiError } from '../../platform/http/api-error.ts'
import type { MemoryHold } from '../../relay/call/memory-budget.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import { checkedBody } from '../../relay/upstream/checked-body.ts'
import type { StatefulDeps } from '../stateful-deps.ts'

/** The request in one line of a batch, or in one item of its list. */
export interface BatchRequestLine {
  customId: string
  model: string
  /** OpenAI's: its path. */
  url: string
  line: ScannedObject
  body: ScannedObject
  /** Where the body stands in the line. */
  bodyStart: number
  bodyEnd: number
}

/** The names of a line's parts, and the allowed ids. OpenAI sets no limit for ids, but nobody's are this long. */
const LINES = {
  openai: {
    body: 'body',
    names: readNames({ custom_id: true, method: true, url: true, body: true }),
    customId: /^.{1,512}$/su,
    ids: 'a text of 1 to 512 characters',
  },
  // https://platform.claude.com/docs/en/api/creating-message-batches
  anthropic: {
    body: 'params',
    names: readNames({ custom_id: true, params: true }),
    customId: /^[\w-]{1,64}$/,
    ids: '1 to 64 letters, digits, _ or -',
  },
} as const

/**
 * @param number of the line, from 1, for the error
 * @throws ApiError
 */
export function readRequestLine(
  text: string,
  number: number,
  protocol: keyof typeof LINES,
  formatOf: (url: string) => Format,
): BatchRequestLine {
  try {
    const { body: bodyName, names, customId: isId, ids } = LINES[protocol]
    const line = scanObject(text, names)
    const customId = readMember(line, 'custom_id')
    if (typeof customId !== 'string' || !customId.isWellFormed() || !isId.test(customId))
      throw new Error(`custom_id must be ${ids}`)
    const method = readMember(line, 'method')
    if (protocol === 'openai' && method !== 'POST') throw new Error('method must be POST')
    const url = protocol === 'openai' ? readMember(line, 'url') : ''
    if (typeof url !== 'string') throw new Error('url must be a path')
    const member = line.members.find(({ name }) => name === bodyName)
    if (!member || text[member.valueStart] !== '{') throw new Error(`${bodyName} must be an object`)
    const body = scanObject(text.slice(member.valueStart, member.valueEnd), readMembersOf(formatOf(url)))
    const model = readMember(body, 'model')
    if (typeof model !== 'string' || model.trim() === '') throw new Error('no model is named')
    return { customId, model, url, line, body, bodyStart: member.valueStart, bodyEnd: member.valueEnd }
  } catch (error) {
    throw isApiError(error) ? error : lineInvalid(number, (error as Error).message)
  }
}

/**
 * Checks the ids of a batch one by one: a result is charged by its request, which only the id identifies. The returned
 * function throws ApiError for a repeated id.
 */
export function uniqueIds(memory: MemoryHold): (request: BatchRequestLine, number: number) => void {
  const seen = new Set<string>()
  return ({ customId }, number) => {
    if (seen.has(customId)) throw lineInvalid(number, `another request has the custom_id ${customId}`)
    memory.grow(ID_OVERHEAD_BYTES + 2 * customId.length)
    seen.add(customId)
  }
}

/** The overhead of a set's entry besides its characters. */
const ID_OVERHEAD_BYTES = 64

export const lineInvalid = (line: number, reason: string): ApiError =>
  relayError('batch_line_invalid', { line, reason })

const isApiError = (error: unknown): error is ApiError => error instanceof Error && 'sentence' in error

/** Returns the line for the channel's upstream, without fields that its client may not choose there. */
export function lineFor(
  request: BatchRequestLine,
  { channel, format, upstreamModel }: { channel: OpenChannel; format: Format; upstreamModel: string },
): { text: string; body: ScannedObject; losses: Loss[] } {
  const { line, bodyStart, bodyEnd } = request
  const patches: Patches = { model: upstreamModel, ...channel.paramOverride }
  // a batch has a price of its own, whatever the service
  const setting = { ...channel.setting, usual_service_only: true }
  const terms = { format: format as WireFormat, model: upstreamModel, operators: patches }
  const { body, losses } = checkedBody(request.body, { setting }, terms)
  const isSame = Object.keys(patches).every(name => name === 'model' && patches.model === request.model)
  if (isSame && body === request.body) return { text: line.text, body, losses }
  const patched = isSame ? body : patchObject(body, patches)
  return { text: line.text.slice(0, bodyStart) + patched.text + line.text.slice(bodyEnd), body: patched, losses }
}

/** Checks a request, and adds its maximum cost. @throws ApiError */
export function admitLine(
  { model }: BatchRequestLine,
  sent: ScannedObject,
  { format, upstreamModel, size }: { format: Format; upstreamModel: string; size: BatchSize },
  { contentFilter, prices }: Pick<StatefulDeps, 'contentFilter' | 'prices'>,
): void {
  contentFilter({ text: sent.text })
  addToBatchSize(size, {
    format: format as WireFormat, // formats of requests in batches go over the wire as they are
    model: upstreamModel,
    text: sent.text,
    member: name => readMember(sent, name),
    limits: prices.limitsOf(model, upstreamModel),
  })
}
