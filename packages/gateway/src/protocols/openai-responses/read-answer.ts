import type { AnswerEvent, FinishReason } from '../../canonical/answer.ts'
import { PartLedger, type PartNumbers, partNumbers } from '../../canonical/part-ledger.ts'
import type { Usage } from '../../canonical/usage.ts'
import { findError } from '../../errors/index.ts'
import { asObject, asObjects, asText, type JsonObject, lookUp } from '../../raw/json.ts'
import { readOpenAiUsage } from '../../usage/openai.ts'
import type { AnswerReaderStage, ReadAnswerContext, SoFar } from '../common/dialect.ts'
import { type Emit, frameReader, readAtOnce, type WireReader } from '../common/frame-reader.ts'
import { readCreated } from '../common/openai-created.ts'
import { billedTools } from './billed-tools.ts'
import type { ItemContext, ItemReader } from './item-reader.ts'
import { itemReader } from './read-output.ts'

export const readStream = (context?: ReadAnswerContext): AnswerReaderStage =>
  frameReader(emit => new ResponsesReader(emit, context?.origin ?? 'openai'))

/** A whole answer is the payload of a stream's last event. */
export const readWhole = (body: unknown, context?: ReadAnswerContext): AnswerEvent[] =>
  readAtOnce(
    emit => new ResponsesReader(emit, context?.origin ?? 'openai'),
    [{ type: 'response.completed', response: asObject(body) ?? {} }],
  )

interface Item {
  type: unknown
  reader: ItemReader
  isDone: boolean
}

/** https://platform.openai.com/docs/api-reference/responses-streaming, and the variations of other hosts. */
class ResponsesReader implements WireReader {
  private started = false
  private ended = false
  private isEnding = false
  readonly soFar: SoFar = { report: () => null, usage: () => null, isEnding: () => this.isEnding }
  private sawRefusal = false
  private readonly context: ItemContext
  private readonly numbers: PartNumbers = partNumbers()
  private readonly items: Item[] = []
  private readonly atPlace = new Map<unknown, Item>()
  private readonly withId = new Map<unknown, Item>()
  private readonly billed = billedTools()

  constructor(
    private readonly emitAny: Emit,
    origin: string,
  ) {
    const emit: Emit = event => this.note(event)
    this.context = { emit, numbers: this.numbers, calls: new PartLedger(emit, this.numbers), origin }
  }

  read(wire: JsonObject, event: string | null): void {
    const type = asText(wire.type) ?? event ?? ''
    if (type === 'response.output_item.added') this.isEnding = false
    if (type === 'response.output_item.done') this.isEnding = asObject(wire.item)?.type !== 'reasoning'
    const response = asObject(wire.response)
    if (type === 'error' || (!response && asObject(wire.error))) this.fail(wire, null)
    else if (LAST_EVENTS.has(type)) this.finish(response ?? {})
    else if (response) this.start(response)
    else if (type === 'response.output_item.added') this.itemOf(wire, asObject(wire.item) ?? {})
    else if (type === 'response.output_item.done') this.completeItem(wire, asObject(wire.item) ?? {})
    else if (lookUp(ITEM_OF_EVENT, type)) this.itemOf(wire, { type: kindOfItem(type, wire) }).reader.piece(type, wire)
  }

  end(done: boolean): void {
    // some hosts send nothing but [DONE]
    if (done && !this.ended && this.items.length > 0) this.finish({})
  }

  private start(response: JsonObject): void {
    if (this.started) return
    this.started = true
    this.billed.noteSettings(response)
    const id = asText(response.id) ?? ''
    const tier = asText(response.service_tier)
    this.numbers.answerId = id
    this.emitAny({
      type: 'start',
      id,
      model: asText(response.model) ?? '',
      ...readCreated(response.created_at),
      ...(tier !== null && { serviceTier: tier }),
    })
  }

  /** The item an event is about, by id or place, whichever the host uses consistently; otherwise a new one. */
  private itemOf(event: JsonObject, wire: JsonObject): Item {
    const id = asText(event.item_id) ?? asText(wire.id)
    const place = event.output_index
    const isAnnounced = event.type === 'response.output_item.added'
    const placed = isAnnounced && id !== null ? undefined : this.atPlace.get(place ?? NOWHERE)
    const known = this.withId.get(id ?? NOWHERE) ?? placed
    const isAnother = known?.type !== wire.type || (isAnnounced && known?.isDone)
    const item = known && !isAnother ? known : this.begin(wire)
    if (id !== null) this.withId.set(id, item)
    if (place !== undefined) this.atPlace.set(place, item)
    return item
  }

  private begin(wire: JsonObject): Item {
    this.start({})
    const item = { type: wire.type, reader: itemReader(wire, this.items.length, this.context), isDone: false }
    this.items.push(item)
    return item
  }

  private completeItem(event: JsonObject, wire: JsonObject): void {
    const item = this.itemOf(event, wire)
    item.reader.complete(wire)
    if (!item.isDone) this.billed.addItem(wire)
    item.isDone = true
  }

  private finish(response: JsonObject): void {
    const status = asText(response.status) ?? 'completed'
    const saysNothing = this.items.length === 0 && !Array.isArray(response.output) && !asObject(response.error)
    if (saysNothing && status === 'completed') return
    this.start(response)
    this.ended = true
    if (UNFINISHED.has(status)) this.emitAny({ type: 'error', error: NOT_READY })
    else this.complete(response, status)
  }

  private complete(response: JsonObject, status: string): void {
    this.billed.noteSettings(response)
    for (const [place, wire] of asObjects(response.output).entries()) this.completeItem({ output_index: place }, wire)
    for (const item of this.items) item.reader.complete(null)
    this.billed.addReport(response)
    const usage = this.readUsage(response.usage)
    if (status === 'failed' || status === 'cancelled' || asObject(response.error)) this.fail(response, usage)
    else this.emitAny({ type: 'finish', reason: this.reason(response, status), usage })
  }

  private fail(wire: JsonObject, usage: Usage | null): void {
    this.ended = true
    if (usage && this.started) this.emitAny({ type: 'usage', usage })
    this.emitAny({ type: 'error', error: findError(wire) ?? CANCELLED })
  }

  private reason(response: JsonObject, status: string): FinishReason {
    if (status === 'incomplete') {
      return asObject(response.incomplete_details)?.reason === 'content_filter' ? 'content-filter' : 'length'
    }
    if (this.context.calls.sawTool) return 'tool-calls'
    return this.sawRefusal ? 'refusal' : 'stop'
  }

  private readUsage(wire: unknown): Usage | null {
    const usage = asObject(wire) && readOpenAiUsage(wire)?.usage
    return usage ? { ...usage, toolCalls: { ...this.billed.calls, ...usage.toolCalls } } : null
  }

  private note(event: AnswerEvent): void {
    if (event.type === 'open' && event.part.type === 'text' && event.part.refusal) this.sawRefusal = true
    this.emitAny(event)
  }
}

const NOWHERE = Symbol('no item')

const LAST_EVENTS = new Set([
  'response.completed',
  'response.done',
  'response.incomplete',
  'response.failed',
  'response.cancelled',
])

const UNFINISHED = new Set(['queued', 'in_progress'])

/** A background answer would have to be polled. */
const NOT_READY = {
  status: 502,
  message: 'The upstream accepted the request, but has not answered it yet.',
  type: 'upstream_error',
  code: 'answer_not_ready',
  param: null,
}

const CANCELLED = {
  status: 502,
  message: 'The upstream stopped the answer without a reason.',
  type: 'upstream_error',
  code: 'cancelled',
  param: null,
}

/** The kind of item an event is about, for hosts that do not announce their items. */
const ITEM_OF_EVENT: Readonly<Record<string, string>> = {
  'response.content_part.added': 'message',
  'response.content_part.done': 'message',
  'response.output_text.delta': 'message',
  'response.output_text.done': 'message',
  'response.output_text.annotation.added': 'message',
  'response.refusal.delta': 'message',
  'response.refusal.done': 'message',
  'response.reasoning_summary_text.delta': 'reasoning',
  'response.reasoning_text.delta': 'reasoning',
  'response.function_call_arguments.delta': 'function_call',
  'response.function_call_arguments.done': 'function_call',
  'response.custom_tool_call_input.delta': 'custom_tool_call',
  'response.custom_tool_call_input.done': 'custom_tool_call',
}

const kindOfItem = (type: string, event: JsonObject): string | undefined =>
  asObject(event.part)?.type === 'reasoning_text' ? 'reasoning' : lookUp(ITEM_OF_EVENT, type)
