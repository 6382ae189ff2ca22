import { isObject, type JsonObject } from '../../raw/json.ts'

/** One server-sent event of Messages. */
export const frame = (type: string, members: JsonObject): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`

/** The content blocks of a stream, which come one after another. */
export class StreamBlocks {
  /** Whether the part being written has its block. */
  isOpen = false
  private nextIndex = 0
  /** Blocks without visible content wait for one with it: clients take the last block as the answer. */
  private silent: JsonObject[] = []
  private saidLast = false

  start(block: JsonObject): string[] {
    const silent = this.takeSilent()
    this.isOpen = true
    this.saidLast = block.type === 'text'
    return [...silent, this.begun(block)]
  }

  delta(delta: JsonObject): string {
    return frame('content_block_delta', { index: this.nextIndex, delta })
  }

  signature = (signature: string): string => this.delta({ type: 'signature_delta', signature })

  stop(): string {
    return frame('content_block_stop', { index: this.nextIndex++ })
  }

  /** A whole block at once. Clients gather the input of a call from its pieces. */
  whole(block: JsonObject): string[] {
    const { input } = block
    if (!isObject(input)) return [...this.start(block), this.stop()]
    const piece = this.delta({ type: 'input_json_delta', partial_json: JSON.stringify(input) })
    return [...this.start({ ...block, input: {} }), piece, this.stop()]
  }

  /** Keeps a block without visible content until another begins. */
  hide(block: JsonObject): void {
    this.silent.push(block)
  }

  /** Returns the hidden blocks at the end; null: they would come after the final text. */
  last(): string[] | null {
    return this.saidLast && this.silent.length > 0 ? null : this.takeSilent()
  }

  private takeSilent(): string[] {
    const { silent } = this
    if (silent.length > 0) this.silent = []
    return silent.flatMap(block => [...this.silentBlock(block), this.stop()])
  }

  /** Clients read the signature of thinking only from its delta. */
  private silentBlock(block: JsonObject): string[] {
    if (block.type !== 'thinking') return [this.begun(block)]
    return [this.begun({ ...block, signature: '' }), this.signature(String(block.signature))]
  }

  private begun = (block: JsonObject): string =>
    frame('content_block_start', { index: this.nextIndex, content_block: block })
}
