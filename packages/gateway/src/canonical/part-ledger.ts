import type { AnswerEvent, DeltaEvent, OpenPart } from './answer.ts'
import type { Native } from './parts.ts'
import { type Signature, splitSignedId } from './signature.ts'

/** What a dialect may report of a tool call, piece by piece, in any order. */
export interface CallPiece {
  id?: string
  name?: string
  arguments?: string
  custom?: boolean
  signature?: Signature
  native?: Native
}

interface Call {
  id: string
  name: string
  custom: boolean
  signature?: Signature
  native?: Native
  /** Arguments that came before the name. */
  held: string
  index: number | null
  wrote: boolean
}

/** Numbers parts with one counter for all choices of an answer. */
export interface PartNumbers {
  next: number
  /** The answer's own id, from which missing ids are made. */
  answerId: string
  /** Tool-call ids already used in this answer. */
  ids: Set<string>
}

export const partNumbers = (): PartNumbers => ({ next: 0, answerId: '', ids: new Set() })

/**
 * Opens and closes parts for dialects that only send pieces. Text and reasoning come one after the other; tool calls
 * stay open until the end, because some upstreams send the arguments of parallel calls in turns.
 */
export class PartLedger {
  sawTool = false
  sawRefusal = false
  private flowing: { part: OpenPart; index: number } | null = null
  private readonly calls = new Map<string | number, Call>()

  constructor(
    private readonly emit: (event: AnswerEvent) => void,
    private readonly numbers: PartNumbers,
    private readonly choice = 0,
  ) {}

  /** Continues the current text or reasoning part if it is like `part`; otherwise closes it and opens `part`. */
  flow(part: OpenPart, text: string, more?: Pick<DeltaEvent, 'transcript' | 'logprobs'>): number {
    const index = this.flowing && alike(this.flowing.part, part) ? this.flowing.index : this.begin(part)
    if (text || more) this.emit({ type: 'delta', index, text, ...more })
    return index
  }

  /** Signs the current part, or opens a reasoning part without text. */
  signature(signature: Signature): void {
    const index = this.flowing?.index ?? this.begin({ type: 'reasoning' })
    this.emit({ type: 'signature', index, signature })
    this.closeFlowing()
  }

  /** The number of the current part, if it has this type. */
  flowingIndex(type: OpenPart['type']): number | null {
    return this.flowing?.part.type === type ? this.flowing.index : null
  }

  /** Adds a piece to the tool call known under `key`. The call opens once its name is known. */
  call(key: string | number, piece: CallPiece): void {
    const call = this.calls.get(key) ?? this.newCall(key)
    call.held += piece.arguments ?? ''
    if (call.index === null) describe(call, piece)
    else if (piece.signature) this.emit({ type: 'signature', index: call.index, signature: piece.signature })
    if (call.name) this.flushCall(call)
  }

  closeFlowing(): void {
    if (this.flowing) this.emit({ type: 'close', index: this.flowing.index })
    this.flowing = null
  }

  /** No more pieces of this call will come. */
  closeCall(key: string | number): void {
    const call = this.calls.get(key)
    this.calls.delete(key)
    if (!call || (call.index === null && !call.name && !call.held)) return
    const index = this.flushCall(call)
    // a call without arguments gets `{}`, because every client parses the text
    if (!call.wrote && !call.custom) this.emit({ type: 'delta', index, text: '{}' })
    this.emit({ type: 'close', index })
  }

  closeAll(): void {
    this.closeFlowing()
    for (const key of [...this.calls.keys()]) this.closeCall(key)
  }

  private newCall(key: string | number): Call {
    const call: Call = { id: '', name: '', custom: false, held: '', index: null, wrote: false }
    this.calls.set(key, call)
    return call
  }

  private flushCall(call: Call): number {
    call.index ??= this.openCall(call)
    if (!call.held) return call.index
    this.emit({ type: 'delta', index: call.index, text: call.held })
    call.held = ''
    call.wrote = true
    return call.index
  }

  private openCall(call: Call): number {
    this.closeFlowing()
    this.sawTool = true
    call.id = this.uniqueId(call.id)
    const { id, name, custom, signature, native } = call
    return this.open({
      type: 'tool-call',
      id,
      name,
      ...(custom && { custom }),
      ...(signature && { signature }),
      ...(native && { native }),
    })
  }

  /** Some upstreams give no ids, or the same id to all calls, so that a result could not name its call. */
  private uniqueId(id: string): string {
    const base = id || `call_${this.numbers.answerId}`
    let unique = id
    for (let n = 0; !unique || this.numbers.ids.has(unique); n++) unique = `${base}_${n}`
    this.numbers.ids.add(unique)
    return unique
  }

  private begin(part: OpenPart): number {
    this.closeFlowing()
    if (part.type === 'text' && part.refusal) this.sawRefusal = true
    const index = this.open(part)
    this.flowing = { part, index }
    return index
  }

  private open(part: OpenPart): number {
    const index = this.numbers.next++
    this.emit(this.choice ? { type: 'open', index, part, choice: this.choice } : { type: 'open', index, part })
    return index
  }
}

/** Adds a piece to a call that is not open yet. */
function describe(call: Call, piece: CallPiece): void {
  if (piece.id) {
    const { id, signature } = splitSignedId(piece.id)
    call.id = id
    if (signature) call.signature = signature
  }
  if (piece.name) call.name = piece.name
  if (piece.custom) call.custom = true
  if (piece.signature) call.signature = piece.signature
  if (piece.native) call.native = piece.native
}

function alike(one: OpenPart, other: OpenPart): boolean {
  if (one.type !== other.type) return false
  if (one.type === 'text' && other.type === 'text') return one.refusal === other.refusal
  if (one.type === 'reasoning' && other.type === 'reasoning') return one.redacted === other.redacted
  if (one.type === 'media' && other.type === 'media') return one.id === other.id
  return one.type !== 'tool-call'
}
