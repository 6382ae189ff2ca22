import type { AnswerEvent, FinishReason } from '../../canonical/answer.ts'
import { asDouble } from '../../canonical/exact-json.ts'
import { PartLedger, partNumbers } from '../../canonical/part-ledger.ts'
import type { Citation, TokenLogprob } from '../../canonical/parts.ts'
import type { Usage } from '../../canonical/usage.ts'
import { findError } from '../../errors/index.ts'
import type { UpstreamError } from '../../errors/upstream-error.ts'
import { asArray, asObject, asObjects, asText, dig, type JsonObject, lookUp, objectOrEmpty } from '../../raw/json.ts'
import type { Stage } from '../../raw/stage.ts'
import type { Frame } from '../common/dialect.ts'
import { type Emit, frameReader, readAtOnce, type WireReader } from '../common/frame-reader.ts'
import { readCohereUsage } from './read-usage.ts'

export const readStream = (): Stage<Frame, AnswerEvent> => frameReader(emit => new ChatReader(emit))

/** Returns a whole answer as the events of its stream. */
export function readWhole(body: unknown): AnswerEvent[] {
  const answer = objectOrEmpty(body)
  return readAtOnce(emit => new ChatReader(emit), asObject(answer.message) ? eventsOf(answer) : [answer])
}

/** https://docs.cohere.com/v2/docs/streaming */
function eventsOf({ id, message, finish_reason, usage, logprobs }: JsonObject): JsonObject[] {
  const { content, tool_plan, tool_calls, citations } = objectOrEmpty(message)
  const event = (type: string, message: JsonObject, more?: JsonObject) => ({
    type,
    delta: { message: message },
    ...more,
  })
  return [
    { type: 'message-start', id },
    event('tool-plan-delta', { tool_plan }),
    ...asObjects(content).flatMap((block, index) => [
      event('content-start', { content: block }, { index }),
      ...asObjects(citations)
        .filter(({ content_index = 0 }) => content_index === index)
        .map(citation => event('citation-start', { citations: citation })),
    ]),
    ...(asObjects(logprobs).length > 0 ? [{ type: 'content-delta', logprobs }] : []),
    ...asObjects(tool_calls).flatMap((call, index) => [
      event('tool-call-start', { tool_calls: call }, { index }),
      { type: 'tool-call-end', index },
    ]),
    { type: 'message-end', delta: { finish_reason, usage } },
  ]
}

class ChatReader implements WireReader {
  private readonly numbers = partNumbers()
  private readonly ledger: PartLedger
  private ended: { wireReason: string; usage: Usage | null } | null = null

  constructor(private readonly emit: Emit) {
    this.ledger = new PartLedger(emit, this.numbers)
  }

  read(wire: JsonObject): void {
    const react = lookUp(this.on, wire.type)
    if (react) react(wire, objectOrEmpty(dig(wire, 'delta.message')))
    else if (wire.type === undefined || wire.type === 'error') this.fail(findError(wire) ?? NOTHING_SAID)
  }

  end(): void {
    if (!this.ended) return
    const { wireReason, usage } = this.ended
    this.ended = null
    this.ledger.closeAll()
    this.emit({ type: 'finish', reason: this.mend(lookUp(REASON_OF, wireReason) ?? 'stop'), usage })
  }

  private readonly on: Readonly<Record<string, (wire: JsonObject, message: JsonObject) => void>> = {
    'message-start': ({ id }) => {
      this.numbers.answerId = asText(id) ?? ''
      this.emit({ type: 'start', id: this.numbers.answerId, model: '' })
    },
    'tool-plan-delta': (_wire, { tool_plan }) => this.think(tool_plan),
    // a block's end is ignored, because citations of it may follow
    'content-start': (_wire, { content }) => {
      this.ledger.closeFlowing()
      this.say(objectOrEmpty(content))
    },
    'content-delta': ({ logprobs }, { content }) => this.say(objectOrEmpty(content), readLogprobs(logprobs)),
    'tool-call-start': ({ index }, { tool_calls }) => this.call(index, tool_calls),
    'tool-call-delta': ({ index }, { tool_calls }) => this.call(index, tool_calls),
    'tool-call-end': ({ index }) => this.ledger.closeCall(keyOf(index)),
    'citation-start': (_wire, { citations }) => {
      for (const citation of [citations].flat()) this.cite(objectOrEmpty(citation))
    },
    'message-end': ({ delta }) => this.finish(objectOrEmpty(delta)),
  }

  private think(text: unknown): void {
    const piece = asText(text)
    if (piece !== null) this.ledger.flow({ type: 'reasoning' }, piece)
  }

  private say({ text, thinking }: JsonObject, logprobs: TokenLogprob[] = []): void {
    this.think(thinking)
    const piece = asText(text)
    if (piece !== null || logprobs.length > 0)
      this.ledger.flow({ type: 'text' }, piece ?? '', logprobs.length > 0 ? { logprobs } : undefined)
  }

  private call(index: unknown, wire: unknown): void {
    const name = asText(dig(wire, 'function.name'))
    const id = asText(objectOrEmpty(wire).id)
    this.ledger.call(keyOf(index), {
      ...(id !== null && { id }),
      ...(name !== null && { name }),
      arguments: asText(dig(wire, 'function.arguments')) ?? '',
    })
  }

  private cite(wire: JsonObject): void {
    if (CITED_THOUGHTS.has(wire.type)) {
      const part = { type: 'opaque', dialect: 'cohere', kind: 'citation', value: wire } as const
      this.emit({ type: 'opaque', index: this.numbers.next++, part })
      return
    }
    const index = this.ledger.flowingIndex('text') ?? this.ledger.flow({ type: 'text' }, '')
    this.emit({ type: 'cite', index, citation: readCitation(wire) })
  }

  private finish({ finish_reason, usage, error }: JsonObject): void {
    const wireReason = asText(finish_reason) ?? ''
    const reported = readCohereUsage(usage)?.usage ?? null
    if (FAULTS.has(wireReason)) {
      if (reported) this.emit({ type: 'usage', usage: reported })
      const message = asText(error) ?? `The model's answer ended with ${wireReason}.`
      this.fail({
        status: wireReason === 'TIMEOUT' ? 504 : 502,
        message,
        type: 'upstream_error',
        code: wireReason,
        param: null,
      })
      return
    }
    this.ended = { wireReason, usage: reported }
    this.end()
  }

  private fail(error: UpstreamError): void {
    this.emit({ type: 'error', error })
  }

  private mend(reason: FinishReason): FinishReason {
    if (reason === 'stop' && this.ledger.sawTool) return 'tool-calls'
    if (reason === 'tool-calls' && !this.ledger.sawTool) return 'stop'
    return reason
  }
}

/** Sources of a plan or of thinking, which no other dialect cites. */
const CITED_THOUGHTS: ReadonlySet<unknown> = new Set(['PLAN', 'THINKING_CONTENT'])

/** Offsets are within the text block; a source is a client's document or a tool's result. */
function readCitation(wire: JsonObject): Citation {
  const document = asObjects(wire.sources).map(source => objectOrEmpty(source.document))[0]
  const url = asText(document?.url)
  const title = asText(document?.title)
  const isPlaced = typeof wire.start === 'number' && typeof wire.end === 'number'
  return {
    ...(url !== null && { url }),
    ...(title !== null && { title }),
    ...(isPlaced && { start: Number(wire.start), end: Number(wire.end) }),
    native: { dialect: 'cohere', value: wire },
  }
}

/** One entry may be several tokens: its probability is the product of theirs. */
const readLogprobs = (wire: unknown): TokenLogprob[] =>
  [wire]
    .flat()
    .map(objectOrEmpty)
    .filter(({ logprobs }) => Array.isArray(logprobs))
    .map(({ text, logprobs }) => ({
      token: asText(text) ?? '',
      logprob: asArray(logprobs).reduce<number>((sum, logprob) => sum + (asDouble(logprob) ?? 0), 0),
    }))

const REASON_OF: Readonly<Record<string, FinishReason>> = {
  COMPLETE: 'stop',
  STOP_SEQUENCE: 'stop',
  MAX_TOKENS: 'length',
  TOOL_CALL: 'tool-calls',
  ERROR_TOXIC: 'content-filter',
}

const FAULTS: ReadonlySet<string> = new Set(['ERROR', 'TIMEOUT'])

const NOTHING_SAID: UpstreamError = {
  status: 502,
  message: 'The upstream returned no answer.',
  type: 'upstream_error',
  code: 'malformed_answer',
  param: null,
}

const keyOf = (index: unknown): number => (typeof index === 'number' ? index : 0)
