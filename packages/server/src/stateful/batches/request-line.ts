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
  /** Members of the line that no host is known to read. */
  others: readonly string[]
  /** What is known of a long body, which was read in a thread. */
  inspected?: Pick<Inspected, 'inputFacts' | 'hasForbiddenWords'>
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
 * Reads the request of a line. Lets other calls run while it reads a long one, whose body is read in a thread.
 *
 * @param number of the line, from 1, for the error
 * @param forbiddenWords looked for in a long body; empty: the filter is off
 * @throws ApiError
 */
export async function readRequestLine(
  text: string,
  number: number,
  protocol: keyof typeof LINES,
  formatOf: (url: string) => Format,
  forbiddenWords: readonly string[],
): Promise<BatchRequestLine> {
  if (text.length > LONGEST_READ_AT_ONCE_BYTES) return readLongLine(text, number, protocol, formatOf, forbiddenWords)
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
): Promise<BatchRequestLine> {
  await yieldToEventLoop()
  const head = atLine(number, () => readHead(text, protocol, formatOf))
  const { bodyStart: from, bodyEnd: until, format } = head
  const inspected = await inspectTextInThread(text, { format, forbiddenWords }, { from, until }).catch(error => {
    throw asLineError(number, error)
  })
  await yieldToEventLoop()
  return { ...atLine(number, () => withBody(head, inspected)), inspected }
}

/** What a line says beside its body. */
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

/** Errors in a body name the line as well. */
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

/** Returns the line as the channel's upstream is to read it, without what its client may not choose there. */
export function lineFor(
  request: BatchRequestLine,
  { channel, format, upstreamModel }: { channel: OpenChannel; format: Format; upstreamModel: string },
): { text: string; body: ScannedObject; losses: Loss[] } {
  const patches: Patches = { model: upstreamModel, ...channel.paramOverride }
  // a batch is made of one model, at a price of its own whatever the service
  const setting = { ...channel.setting, usual_service_only: true, allow_model_choice: false }
  const terms = { format: format as WireFormat, model: upstreamModel, operators: patches }
  const { body, losses } = checkedBody(request.body, { setting }, terms)
  const isSame = Object.keys(patches).every(name => name === 'model' && patches.model === request.model)
  const patched = isSame ? body : patchObject(body, patches)
  const unread = request.others.map(name => ({ what: `"${tellable(name)}"`, why: 'no host reads it there' }))
  return { text: lineWith(request, patched), body: patched, losses: [...losses, ...unread] }
}

/** The line with this body, and without the members that no host reads. */
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
  // A body that was changed is read again.
  const known = sent === body ? inspected : undefined
  contentFilter({ text: sent.text, hasForbiddenWords: known?.hasForbiddenWords })
  addToBatchSize(size, {
    format: format as WireFormat, // formats of requests in batches go over the wire as they are
    model: upstreamModel,
    text: sent.text,
    member: name => readMember(sent, name),
    facts: known?.inputFacts,
    limits: prices.limitsOf(model, upstreamModel),
  })
}
