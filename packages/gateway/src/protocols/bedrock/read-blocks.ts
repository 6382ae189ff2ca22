import { Buffer } from 'node:buffer'
import { PartLedger, partNumbers } from '../../canonical/part-ledger.ts'
import type { Citation } from '../../canonical/parts.ts'
import { asArray, asObject, asObjects, asText, dig, type JsonObject, objectOrEmpty, tryParse } from '../../raw/json.ts'
import type { Emit } from '../common/frame-reader.ts'

/** A block that only this dialect knows, between its start and its stop. */
interface Opaque {
  kind: string
  block: JsonObject
  /** Pieces of its input. */
  json: string
  /** Pieces of its result. */
  content: unknown[]
}

/** Reads the blocks of one message into parts. */
export class BlockReader {
  private readonly numbers = partNumbers()
  private readonly ledger: PartLedger
  private readonly opaques = new Map<unknown, Opaque>()

  constructor(
    private readonly emit: Emit,
    private readonly origin: string,
  ) {
    this.ledger = new PartLedger(emit, this.numbers)
  }

  get sawTool(): boolean {
    return this.ledger.sawTool
  }

  /** Only tools, images and blocks that only this dialect knows have a start. */
  start(index: unknown, start: JsonObject): void {
    const call = asObject(start.toolUse)
    if (call && call.type !== 'server_tool_use') {
      this.ledger.call(keyOf(index), { id: asText(call.toolUseId) ?? '', name: asText(call.name) ?? '' })
      return
    }
    const image = asObject(start.image)
    if (image) {
      this.ledger.closeFlowing()
      this.ledger.flow({ type: 'media', kind: 'image', mime: `image/${asText(image.format) ?? 'png'}` }, '')
      return
    }
    const [kind = '', block] = Object.entries(start)[0] ?? []
    if (kind) this.opaques.set(index, { kind, block: objectOrEmpty(block), json: '', content: [] })
  }

  delta(index: unknown, delta: JsonObject): void {
    const opaque = this.opaques.get(index)
    const text = asText(delta.text)
    const input = asText(dig(delta, 'toolUse.input'))
    const bytes = asText(dig(delta, 'image.source.bytes'))
    if (text !== null) this.ledger.flow({ type: 'text' }, text)
    if (input !== null && opaque) opaque.json += input
    else if (input !== null) this.ledger.call(keyOf(index), { arguments: input })
    if (opaque) opaque.content.push(...asArray(delta.toolResult))
    if (bytes !== null) this.ledger.flow({ type: 'media', kind: 'image', mime: null }, bytes)
    if (asObject(delta.reasoningContent)) this.reasoning(objectOrEmpty(delta.reasoningContent))
    if (asObject(delta.citation)) this.cite(objectOrEmpty(delta.citation))
  }

  stop(index: unknown): void {
    const opaque = this.opaques.get(index)
    if (opaque) this.opaque(opaque)
    this.opaques.delete(index)
    this.ledger.closeCall(keyOf(index))
    this.ledger.closeFlowing()
  }

  /** A broken stream may have left some open. */
  closeAll(): void {
    for (const index of [...this.opaques.keys()]) this.stop(index)
    this.ledger.closeAll()
  }

  private reasoning({ text, signature, redactedContent }: JsonObject): void {
    const shown = asText(text)
    const partSignature = asText(signature)
    const withheld = asText(redactedContent)
    if (shown !== null) this.ledger.flow({ type: 'reasoning' }, shown)
    if (partSignature !== null) this.ledger.signature({ origin: this.origin, value: partSignature })
    if (withheld === null) return
    this.ledger.closeFlowing()
    this.ledger.flow({ type: 'reasoning', redacted: true }, '')
    // Converse encodes it in base64 once more than its maker
    this.ledger.signature({ origin: this.origin, value: Buffer.from(withheld, 'base64').toString('latin1') })
  }

  private cite(wire: JsonObject): void {
    const index = this.ledger.flowingIndex('text') ?? this.ledger.flow({ type: 'text' }, '')
    this.emit({ type: 'cite', index, citation: readCitation(wire) })
  }

  private opaque({ kind, block, json, content }: Opaque): void {
    this.ledger.closeFlowing()
    const input = asObject(tryParse(json))
    const value = { [kind]: { ...block, ...(input && { input }), ...(content.length > 0 && { content }) } }
    this.emit({ type: 'opaque', index: this.numbers.next++, part: { type: 'opaque', dialect: 'bedrock', kind, value } })
  }
}

/** Returns a block of a whole answer as the pieces of its stream. */
export function piecesOf(block: JsonObject, contentBlockIndex: number): JsonObject[] {
  const pieces = DELTAS_OF.flatMap(({ kind, deltas }) => {
    const content = asObject(block[kind])
    return kind in block ? deltas(content ?? {}, block) : []
  })
  const given = pieces.length > 0 ? pieces : [{ start: block }]
  return [...given.map(piece => ({ contentBlockIndex, ...piece })), { contentBlockIndex }]
}

const DELTAS_OF: readonly { kind: string; deltas(content: JsonObject, block: JsonObject): JsonObject[] }[] = [
  { kind: 'text', deltas: (_content, { text }) => [{ delta: { text } }] },
  {
    kind: 'reasoningContent',
    deltas: ({ reasoningText, redactedContent }) => [
      { delta: { reasoningContent: { ...asObject(reasoningText), redactedContent } } },
    ],
  },
  {
    kind: 'toolUse',
    deltas: ({ input, ...call }) => [
      { start: { toolUse: call } },
      { delta: { toolUse: { input: JSON.stringify(input ?? {}) } } },
    ],
  },
  { kind: 'image', deltas: ({ source, ...image }) => [{ start: { image } }, { delta: { image: { source } } }] },
  {
    kind: 'citationsContent',
    deltas: ({ content, citations }) => [
      ...asObjects(content).map(({ text }) => ({ delta: { text } })),
      ...asObjects(citations).map(citation => ({ delta: { citation } })),
    ],
  },
]

function readCitation(wire: JsonObject): Citation {
  const url = asText(dig(wire, 'location.web.url')) ?? asText(wire.source)
  const title = asText(wire.title)
  const quote = asObjects(wire.sourceContent).map(({ text }) => asText(text) ?? '')
  return {
    ...(url !== null && { url }),
    ...(title !== null && { title }),
    ...(quote.length > 0 && { quote: quote.join('') }),
    native: { dialect: 'bedrock', value: wire },
  }
}

const keyOf = (index: unknown): number => (typeof index === 'number' ? index : 0)
