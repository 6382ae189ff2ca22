import type { DeltaEvent, OpenPart } from '../../canonical/answer.ts'
import { type Signature, signatureIntoId } from '../../canonical/signature.ts'
import { asObject, type JsonObject, tryParse } from '../../raw/json.ts'
import type { OutputList, Spot } from './output-list.ts'
import { writeSignature } from './signatures.ts'
import type { ToolNames } from './tool-names.ts'

type Open<Type extends OpenPart['type']> = Extract<OpenPart, { type: Type }>

/** A reasoning item. Its text is sent as its summary, because clients show that. */
export class ReasoningWriter {
  private spot: Spot | null = null
  private text = ''
  private sealed: Signature | null = null

  constructor(
    private readonly part: Open<'reasoning'>,
    private readonly output: OutputList,
  ) {}

  get hasBegun(): boolean {
    return this.spot !== null
  }

  /** It has only a signature so far. */
  get isSilent(): boolean {
    return !this.hasBegun && this.sealed !== null
  }

  /** `later`: an item that follows it in the whole output, although it began earlier. */
  begin(later?: Spot): Spot {
    const spot = this.output.reserve('rs', later)
    this.output.begin(spot, { id: spot.id, type: 'reasoning', summary: [] })
    this.spot = spot
    return spot
  }

  delta({ text: delta }: DeltaEvent): void {
    const spot = this.spot ?? this.begin()
    if (!this.text) this.emit(spot, 'response.reasoning_summary_part.added', { part: section('') })
    this.text += delta
    this.emit(spot, 'response.reasoning_summary_text.delta', { delta })
  }

  signature(signature: Signature): void {
    this.sealed = signature
  }

  close(): void {
    const { text, sealed } = this
    const spot = this.spot ?? this.begin()
    // an empty section distinguishes an empty thought from a redacted one
    const isEmptyThought = !text && sealed !== null && !this.part.redacted
    if (isEmptyThought) this.emit(spot, 'response.reasoning_summary_part.added', { part: section('') })
    const summary = text || isEmptyThought ? [section(text)] : []
    for (const part of summary) {
      this.emit(spot, 'response.reasoning_summary_text.done', { text })
      this.emit(spot, 'response.reasoning_summary_part.done', { part })
    }
    const signature = sealed ? { encrypted_content: writeSignature(sealed) } : {}
    this.output.end(spot, { id: spot.id, type: 'reasoning', summary, ...signature })
  }

  private emit(spot: Spot, type: string, members: JsonObject): void {
    this.output.emit(spot, type, { summary_index: 0, ...members })
  }
}

const section = (text: string): JsonObject => ({ type: 'summary_text', text })

/** A call of a function, or of a tool that takes free text. */
export class CallWriter {
  private readonly spot: Spot
  private readonly called: JsonObject
  private readonly names: CallNames
  private text = ''
  lateSignature: Signature | null = null

  constructor(
    part: Open<'tool-call'>,
    names: ToolNames,
    private readonly output: OutputList,
  ) {
    this.names = part.custom ? CUSTOM : FUNCTION
    this.spot = output.reserve(this.names.prefix)
    this.called = {
      call_id: writeCallId(part),
      ...names.home(part.name),
      ...(part.native?.dialect === 'openai-responses' && part.native.value),
    }
    output.begin(this.spot, this.write('in_progress'))
  }

  delta({ text: delta }: DeltaEvent): void {
    this.text += delta
    this.output.emit(this.spot, `${this.names.event}.delta`, { delta })
  }

  signature(signature: Signature): void {
    this.lateSignature = signature
  }

  close(): void {
    const { event, member, saysName } = this.names
    const named = saysName ? { name: this.called.name } : {}
    this.output.emit(this.spot, `${event}.done`, { ...named, [member]: this.text })
    this.output.end(this.spot, this.write('completed'))
  }

  private write(status: string): JsonObject {
    const { type, member } = this.names
    return { id: this.spot.id, type, status, ...this.called, [member]: this.text }
  }
}

/** All clients send back at least the id. */
const writeCallId = ({ id, signature }: Open<'tool-call'>): string => (signature ? signatureIntoId(id, signature) : id)

/** A tool search that the client runs. It is emitted when it is whole. */
export class SearchWriter {
  private readonly spot: Spot
  private readonly callId: string
  private text = ''
  lateSignature: Signature | null = null

  constructor(
    part: Open<'tool-call'>,
    private readonly output: OutputList,
  ) {
    this.spot = output.reserve('tsc')
    this.callId = writeCallId(part)
    output.begin(this.spot, this.write('in_progress', {}))
  }

  delta({ text }: DeltaEvent): void {
    this.text += text
  }

  signature(signature: Signature): void {
    this.lateSignature = signature
  }

  close(): void {
    // anything but an object is the query itself
    const given = asObject(tryParse(this.text)) ?? { query: this.text }
    this.output.end(this.spot, this.write('completed', given))
  }

  private write(status: string, given: JsonObject): JsonObject {
    const { id } = this.spot
    return { id, type: 'tool_search_call', status, call_id: this.callId, execution: 'client', arguments: given }
  }
}

interface CallNames {
  type: string
  prefix: string
  event: string
  /** The call's member for its input. */
  member: string
  saysName: boolean
}

const FUNCTION: CallNames = {
  type: 'function_call',
  prefix: 'fc',
  event: 'response.function_call_arguments',
  member: 'arguments',
  saysName: true,
}

const CUSTOM: CallNames = {
  type: 'custom_tool_call',
  prefix: 'ctc',
  event: 'response.custom_tool_call_input',
  member: 'input',
  saysName: false,
}

/** An image, as the call that made it. */
export class PictureWriter {
  private readonly spot: Spot
  private base64 = ''
  lateSignature: Signature | null = null

  constructor(private readonly output: OutputList) {
    this.spot = output.reserve('ig')
    output.begin(this.spot, this.write('in_progress', null))
  }

  delta({ text }: DeltaEvent): void {
    this.base64 += text
  }

  signature(signature: Signature): void {
    this.lateSignature = signature
  }

  close(): void {
    this.output.emit(this.spot, 'response.image_generation_call.completed', {})
    this.output.end(this.spot, this.write('completed', this.base64))
  }

  private write(status: string, result: string | null): JsonObject {
    return { id: this.spot.id, type: 'image_generation_call', status, result }
  }
}
