import {
  addToBatchSize,
  type BatchSize,
  type Format,
  type Loss,
  type Patches,
  patchObject,
  readMember,
  readMembersOf,
  type ScannedObject,
  scanObject,
  type WireFormat,
} from '@tollgate/gateway'
import type { ApiError } from '../../api-error.ts'
import { relayError } from '../errors/relay-error.ts'
import type { RelayDeps } from '../relay-deps.ts'
import type { OpenChannel } from '../routing/channel-index.ts'
import { checkedBody } from '../upstream/checked-body.ts'

/** The request of one line of a batch, or of one item of its list. */
export interface BatchRequestLine {
  customId: string
  model: string
  /** OpenAI's: the path it is for. */
  url: string
  line: ScannedObject
  body: ScannedObject
  /** Where the body stands in the line. */
  bodyStart: number
  bodyEnd: number
}

/** What a line calls its parts. */
const MEMBERS = {
  openai: { body: 'body', read: ['custom_id', 'method', 'url', 'body'] },
  anthropic: { body: 'params', read: ['custom_id', 'params'] },
} as const

/** Anthropic's limit; OpenAI has none, but nobody's ids are as long. */
const LONGEST_CUSTOM_ID = 512

/**
 * @param number of the line, from 1, for the error
 * @throws ApiError
 */
export function readRequestLine(
  text: string,
  number: number,
  protocol: keyof typeof MEMBERS,
  formatOf: (url: string) => Format,
): BatchRequestLine {
  try {
    const { body: bodyName, read } = MEMBERS[protocol]
    const line = scanObject(text)
    for (const name of read) {
      const count = line.members.filter(member => member.name.toLowerCase() === name).length
      if (count > 1) throw new Error(`${name} is given several times`)
    }
    const customId = readMember(line, 'custom_id')
    if (typeof customId !== 'string' || customId === '' || customId.length > LONGEST_CUSTOM_ID)
      throw new Error(`custom_id must be a text of 1 to ${LONGEST_CUSTOM_ID} characters`)
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

export const lineInvalid = (line: number, reason: string): ApiError =>
  relayError('batch_line_invalid', { line, reason })

const isApiError = (error: unknown): error is ApiError => error instanceof Error && 'sentence' in error

/** Returns the line as the channel's upstream is to read it, without what its client may not choose there. */
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

/** Checks what it asks, and adds what it may come to. @throws ApiError */
export function admitLine(
  { model }: BatchRequestLine,
  sent: ScannedObject,
  { format, upstreamModel, size }: { format: Format; upstreamModel: string; size: BatchSize },
  { contentFilter, prices }: Pick<RelayDeps, 'contentFilter' | 'prices'>,
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
