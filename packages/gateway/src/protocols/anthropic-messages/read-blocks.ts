import { PartLedger, partNumbers } from '../../canonical/part-ledger.ts'
import { type Signature, UNSIGNED, unwrapSignature } from '../../canonical/signature.ts'
import { ofThought } from '../../canonical/text-signatures.ts'
import { asObject, asObjects, asText, type JsonObject, tryParse, typeOf } from '../../raw/json.ts'
import type { Emit } from '../common/frame-reader.ts'
import { readCitation } from './read-content.ts'

/** A block of a stream between its start and its stop. */
interface OpenBlock {
  kind: string
  block: JsonObject
  /** Pieces of the input of a block that only this dialect knows. */
  json: string
}

/** Reads the blocks of one message into parts. */
export class BlockReader {
  private readonly numbers = partNumbers()
  private readonly ledger: PartLedger
  private readonly open = new Map<unknown, OpenBlock>()

  constructor(
    private readonly emit: Emit,
    private readonly origin: string,
  ) {
    this.ledger = new PartLedger(emit, this.numbers)
  }

  get sawTool(): boolean {
    return this.ledger.sawTool
  }

  answerIs(id: string): void {
    this.numbers.answerId = id
  }

  start(index: unknown, block: JsonObject): void {
    const kind = typeOf(block)
    this.open.set(index, { kind, block, json: '' })
    switch (kind) {
      case 'text':
        this.ledger.closeFlowing()
        this.ledger.flow({ type: 'text' }, asText(block.text) ?? '')
        for (const citation of asObjects(block.citations)) this.cite(citation)
        break
      case 'thinking':
        this.ledger.closeFlowing()
        this.ledger.flow({ type: 'reasoning' }, asText(block.thinking) ?? '')
        this.signature(block.signature)
        break
      case 'redacted_thinking':
        this.redacted(ofThought(unwrapSignature(asText(block.data) ?? '', this.origin)))
        break
      case 'tool_use': {
        const input = asObject(block.input) ?? {}
        const whole = Object.keys(input).length > 0 ? JSON.stringify(input) : ''
        this.call(index, { id: asText(block.id) ?? '', name: asText(block.name) ?? '', arguments: whole })
      }
    }
  }

  delta(index: unknown, delta: JsonObject): void {
    const open = this.open.get(index)
    switch (delta.type) {
      case 'text_delta':
        this.ledger.flow({ type: 'text' }, asText(delta.text) ?? '')
        break
      case 'thinking_delta':
        this.ledger.flow({ type: 'reasoning' }, asText(delta.thinking) ?? '')
        break
      case 'signature_delta':
        this.signature(delta.signature)
        break
      case 'citations_delta':
        this.cite(asObject(delta.citation) ?? {})
        break
      case 'input_json_delta': {
        const json = asText(delta.partial_json) ?? ''
        if (open?.kind === 'tool_use') this.call(index, { arguments: json })
        else if (open) open.json += json
        break
      }
      // other deltas belong to blocks only this dialect knows, such as a compaction's summary
      default: {
        const { type: _type, ...members } = delta
        if (open) open.block = { ...open.block, ...members }
      }
    }
  }

  stop(index: unknown): void {
    const open = this.open.get(index)
    if (!open) return
    this.open.delete(index)
    if (open.kind === 'tool_use') this.ledger.closeCall(keyOf(index))
    else if (PARTS.has(open.kind)) this.ledger.closeFlowing()
    else this.opaque(open)
  }

  /** A broken stream may have left some open. */
  closeAll(): void {
    for (const index of [...this.open.keys()]) this.stop(index)
    this.ledger.closeAll()
  }

  private call(index: unknown, piece: { id?: string; name?: string; arguments: string }): void {
    this.ledger.call(keyOf(index), piece)
  }

  private signature(signature: unknown): void {
    const wireSignature = asText(signature)
    if (wireSignature !== null && wireSignature !== UNSIGNED)
      this.ledger.signature(unwrapSignature(wireSignature, this.origin))
  }

  /** Another family's sealed reasoning without text is carried in such a block too. */
  private redacted(partSignature: Signature): void {
    this.ledger.closeFlowing()
    this.ledger.flow(
      partSignature.origin === this.origin ? { type: 'reasoning', redacted: true } : { type: 'reasoning' },
      '',
    )
    this.ledger.signature(partSignature)
  }

  private cite(citation: JsonObject): void {
    const index = this.ledger.flowingIndex('text') ?? this.ledger.flow({ type: 'text' }, '')
    this.emit({ type: 'cite', index, citation: readCitation(citation) })
  }

  private opaque({ kind, block, json }: OpenBlock): void {
    this.ledger.closeFlowing()
    const input = asObject(tryParse(json))
    const value = input ? { ...block, input } : block
    const part = { type: 'opaque', dialect: 'anthropic-messages', kind, value } as const
    this.emit({ type: 'opaque', index: this.numbers.next++, part })
  }
}

const PARTS: ReadonlySet<string> = new Set(['text', 'thinking', 'redacted_thinking'])

const keyOf = (index: unknown): number => (typeof index === 'number' ? index : 0)
