import {
  addToBatchSize,
  type BatchSize,
  editMembers,
  type Format,
  type Loss,
  type Patches,
  patchObject,
  readMember,
  readMembersOf,
  readNames,
  type ScannedObject,
  scanObject,
  tellable,
  type WireFormat,
} from '@tollgate/gateway'
import { ApiError } from '../../platform/http/api-error.ts'
import { yieldToEventLoop } from '../../platform/process/yield-to-event-loop.ts'
import type { MemoryHold } from '../../relay/call/memory-budget.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import { checkAnswerCounts } from '../../relay/request/facts-of.ts'
import type { Inspected } from '../../relay/request/large-body/inspect-body.ts'
import { inspectTextInThread } from '../../relay/request/large-body/inspection-pool.ts'
import { LONGEST_READ_AT_ONCE_BYTES } from '../../relay/request/read-body.ts'
import { checkedBody } from '../../relay/upstream/checked-body.ts'
import type { StatefulDeps } from '../stateful-deps.ts'

/** The request in a line of a batch, or in an item of its list. */
export interface BatchRequestLine {
  customId: string
  model: string
  /** The path, in OpenAI's batches. */
  url: string
  line: ScannedObject
  body: ScannedObject
  /** The body's position in the line. */
  bodyStart: number
  bodyEnd: number
  /** Members of the line that no host is known to read. */
  others: readonly string[]
  /** The results for a long body, which was inspected in a thread. */
  inspected?: Pick<Inspected, 'inputTokens' | 'inputFacts' | 'hasForbiddenWords'>
}

/** The names of a line's parts, and the allowed ids. OpenAI does not limit ids, but none are this long. */
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
 * Reads the request in a line. Inspects a long body in a thread and lets other calls run meanwhile.
 *
 * @param number the line number from 1, for errors
 * @param forbiddenWords searched for in a long body; empty: the filter is off
 * @param within the text that the line is a part of, and where it starts there; a thread shares a whole text, but not a part
 * @throws ApiError
 */
export async function readRequestLine(
  text: string,
  number: number,
  protocol: keyof typeof LINES,
  formatOf: (url: string) => Format,
  forbiddenWords: readonly string[],
  within = { text, start: 0 },
): Promise<BatchRequestLine> {
  if (text.length > LONGEST_READ_AT_ONCE_BYTES)
    return readLongLine(text, number, protocol, formatOf, forbiddenWords, within)
  return atLine(number, () => {
    const head = readHead(text, protocol, formatOf)
    const body = scanObject(text.slice(head.bodyStart, head.bodyEnd), readMembersOf(head.format))
    return withBody(head, body)
  })
}

async function readLongLine(
  text: string,
  number: number,
  protocol: keyof typeof LINES,
  formatOf: (url: string) => Format,
  forbiddenWords: readonly string[],
  within: { text: string; start: number },
): Promise<BatchRequestLine> {
  await yieldToEventLoop()
  const head = atLine(number, () => readHead(text, protocol, formatOf))
  const { bodyStart, bodyEnd, format } = head
  const place = { from: within.start + bodyStart, until: within.start + bodyEnd }
  const inspected = await inspectTextInThread(within.text, { format, forbiddenWords }, place).catch(error => {
    throw asLineError(number, error)
  })
  await yieldToEventLoop()
  return { ...atLine(number, () => withBody(head, inspected)), inspected }
}

/** Reads a line's members besides its body. */
function readHead(text: string, protocol: keyof typeof LINES, formatOf: (url: string) => Format) {
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
  const others = line.members.map(({ name }) => name).filter(name => !names.entries.has(name))
  return { customId, url, line, others, format: formatOf(url), bodyStart: member.valueStart, bodyEnd: member.valueEnd }
}

function withBody(
  { format: _, ...head }: ReturnType<typeof readHead>,
  { text, members }: ScannedObject,
): BatchRequestLine {
  const body = { text, members }
  const model = readMember(body, 'model')
  checkAnswerCounts(name => readMember(body, name))
  if (typeof model !== 'string' || model.trim() === '') throw new Error('no model is named')
  return { ...head, model, body }
}

/** @throws ApiError */
function atLine<Value>(number: number, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw asLineError(number, error)
  }
}

/** Adds the line number to an error in a body. */
function asLineError(number: number, error: unknown): ApiError {
  if (!(error instanceof ApiError)) return lineInvalid(number, (error as Error).message)
  return OF_A_BODY.has(error.code) ? lineInvalid(number, error.sentence('en')) : error
}

const OF_A_BODY: ReadonlySet<string> = new Set([
  'body_not_json',
  'body_too_complex',
  'member_ambiguous',
  'count_out_of_range',
])

/**
 * Makes a function that checks a batch's ids one by one and throws ApiError for a repeated one: only the id tells which
 * request a result belongs to and is charged by.
 */
export function uniqueIds(memory: MemoryHold): (request: BatchRequestLine, number: number) => void {
  const seen = new Set<string>()
  return ({ customId }, number) => {
    if (seen.has(customId)) throw lineInvalid(number, `another request has the custom_id ${customId}`)
    memory.grow(ID_OVERHEAD_BYTES + 2 * customId.length)
    seen.add(customId)
  }
}

/** The memory of a set's entry besides its characters. */
const ID_OVERHEAD_BYTES = 64

export const lineInvalid = (line: number, reason: string): ApiError =>
  relayError('batch_line_invalid', { line, reason })

/** Returns the line for the channel's upstream, without anything that its client may not choose there. */
export function lineFor(
  request: BatchRequestLine,
  { channel, format, upstreamModel }: { channel: OpenChannel; format: Format; upstreamModel: string },
): { text: string; body: ScannedObject; losses: Loss[] } {
  const patches: Patches = { model: upstreamModel, ...channel.paramOverride }
  // a batch has one model, and one price for every service level
  const setting = { ...channel.setting, usual_service_only: true, allow_model_choice: false }
  const terms = { format: format as WireFormat, model: upstreamModel, operators: patches }
  const { body, losses } = withoutStreams(checkedBody(request.body, { setting }, terms))
  const isSame = Object.keys(patches).every(name => name === 'model' && patches.model === request.model)
  const patched = isSame ? body : patchObject(body, patches)
  const unread = request.others.map((name): Loss => ({ what: `"${tellable(name)}"`, why: 'no host reads it there' }))
  return { text: lineWith(request, patched), body: patched, losses: [...losses, ...unread] }
}

/** Members by which an answer would not be in the results, whole, from where it is charged. */
const STREAMS: ReadonlySet<string> = new Set(['stream', 'stream_options', 'background'])

function withoutStreams({ body, losses }: { body: ScannedObject; losses: Loss[] }) {
  const lost: Loss[] = []
  const edited = editMembers(body, (name, value) => {
    if (!STREAMS.has(name) || UNSET.has(value())) return undefined
    lost.push({ what: `"${name}"`, why: 'results of batches are whole' })
    return null
  })
  return { body: edited ?? body, losses: [...losses, ...lost] }
}

const UNSET: ReadonlySet<string> = new Set(['false', 'null'])

/** Returns the line with this body and without members that no host reads. */
function lineWith({ line, body: asked, bodyStart, bodyEnd, others }: BatchRequestLine, body: ScannedObject): string {
  if (others.length === 0)
    return body === asked ? line.text : line.text.slice(0, bodyStart) + body.text + line.text.slice(bodyEnd)
  const named = line.members.find(({ valueStart }) => valueStart === bodyStart)?.name
  const known = editMembers(line, name => (others.includes(name) ? null : name === named ? body.text : undefined))
  return known?.text ?? line.text
}

/** Checks a request, and adds its maximum cost. @throws ApiError */
export function admitLine(
  { model, body, inspected }: BatchRequestLine,
  sent: ScannedObject,
  { format, upstreamModel, size }: { format: Format; upstreamModel: string; size: BatchSize },
  { contentFilter, prices }: Pick<StatefulDeps, 'contentFilter' | 'prices'>,
): void {
  // A changed body is read again.
  const known = sent === body ? inspected : undefined
  contentFilter({ text: sent.text, hasForbiddenWords: known?.hasForbiddenWords })
  addToBatchSize(size, {
    format: format as WireFormat, // requests in batches are not converted
    model: upstreamModel,
    text: sent.text,
    member: name => readMember(sent, name),
    facts: known?.inputFacts,
    inputTokens: inspected?.inputTokens,
    limits: prices.limitsOf(model, upstreamModel),
  })
}
