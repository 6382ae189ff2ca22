import type {
  MediaPart,
  OpaquePart,
  Part,
  ReasoningPart,
  TextPart,
  ToolCallPart,
  ToolResultPart,
} from '../../canonical/parts.ts'
import type { CanonicalRequest, Turn } from '../../canonical/request.ts'
import { fitId } from '../../canonical/tool-ids.ts'
import type { JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import { type Loss, loseOpaque, loseSignature } from '../common/losses.ts'
import { pairedTurns } from '../common/tool-results.ts'
import { limits } from './limits.ts'
import { takesBreakpoints } from './models.ts'
import type { ResponsesRequestContext } from './quirks.ts'
import { writeAnnotation } from './write-annotation.ts'
import { ContentWriter } from './write-content.ts'

/** Returns the conversation: the leading system text, if it is one plain text, and the rest as items. */
export function writeInput(
  request: CanonicalRequest,
  context: ResponsesRequestContext,
  losses: Loss[],
): { instructions: string | null; input: JsonObject[] } {
  const [first, ...rest] = request.turns
  const instructions = first?.role === 'system' && rest.length > 0 ? plainText(first.parts) : null
  const turns = pairedTurns(instructions === null ? request.turns : rest, losses)
  const writer = new ItemWriter(turns, context, losses)
  return { instructions, input: turns.flatMap(turn => writer.write(turn)) }
}

function plainText(parts: readonly Part[]): string | null {
  const [only] = parts
  return parts.length === 1 && only?.type === 'text' && !only.cache ? only.text : null
}

/** https://platform.openai.com/docs/api-reference/responses/create: longer ids are refused. */
const ID_RULE = { maxLength: 64, forbidden: /[^\x21-\x7e]/g }
const ITEM_ID_RULE = { maxLength: 64, forbidden: /[^a-zA-Z0-9_-]/g }

class ItemWriter {
  private readonly content: ContentWriter
  private readonly customCalls: ReadonlySet<string>
  private nextId = 0

  constructor(
    turns: readonly Turn[],
    private readonly context: ResponsesRequestContext,
    private readonly losses: Loss[],
  ) {
    this.content = new ContentWriter(takesBreakpoints(context.model), losses)
    const calls = turns.flatMap(turn => turn.parts).filter(part => part.type === 'tool-call')
    this.customCalls = new Set(calls.filter(call => call.custom).map(call => call.id))
  }

  /** Consecutive texts are one message; all other parts are separate items. */
  write(turn: Turn): JsonObject[] {
    if (turn.name !== undefined) note(this.losses, limits.speaker)
    const items: JsonObject[] = []
    let pending: Part[] = []
    const flush = () => {
      if (pending.length > 0) items.push(this.message(turn.role, pending))
      pending = []
    }
    for (const part of turn.parts) {
      if (this.isSaid(part, turn.role)) {
        // a message has one phase
        if (pending.length > 0 && phaseOf(pending[0]) !== phaseOf(part)) flush()
        pending.push(part)
        continue
      }
      flush()
      items.push(...this.item(part))
    }
    flush()
    return items.length > 0 || turn.parts.length > 0 ? items : [{ role: turn.role, content: '' }]
  }

  private isSaid(part: Part, role: Turn['role']): boolean {
    if (part.type === 'text') return true
    if (part.type === 'media') return role !== 'assistant'
    return part.type === 'opaque' && isContent(part)
  }

  private message(role: Turn['role'], parts: Part[]): JsonObject {
    if (role === 'assistant') return this.assistantMessage(parts)
    return { role, content: this.content.write(parts as (TextPart | MediaPart | OpaquePart)[]) } // see isSaid
  }

  private assistantMessage(parts: readonly Part[]): JsonObject {
    const native = phaseOf(parts[0])
    const phase = native === undefined ? {} : { phase: native }
    const [only] = parts
    if (parts.length === 1 && only?.type === 'text' && !only.refusal && !only.citations) {
      this.loseMarks(only)
      return { role: 'assistant', ...phase, content: only.text }
    }
    const content = parts.map(part => this.assistantContent(part))
    return { type: 'message', id: this.itemId('msg'), role: 'assistant', status: 'completed', ...phase, content }
  }

  private assistantContent(part: Part): JsonObject {
    if (part.type !== 'text') return (part as OpaquePart).value as JsonObject // see isSaid
    this.loseMarks(part)
    if (part.refusal) return { type: 'refusal', refusal: part.text }
    const annotations = (part.citations ?? []).flatMap(citation =>
      writeAnnotation(citation, part.text, limits.citationsBack, this.losses),
    )
    return { type: 'output_text', text: part.text, annotations, logprobs: [] }
  }

  private item(part: Part): JsonObject[] {
    switch (part.type) {
      case 'reasoning':
        return this.reasoning(part)
      case 'tool-call':
        return [this.call(part)]
      case 'tool-result':
        return [this.result(part)]
      case 'opaque':
        if (part.dialect === 'openai-responses') return [part.value as JsonObject] // this dialect read it from an item
        loseOpaque(part, this.losses)
        return []
      case 'media':
        return this.assistantMedia(part)
      case 'text':
        return [] // see isSaid
    }
  }

  /** Takes back only this family's sealed reasoning or, if the host reads it, the plain text. */
  private reasoning(part: ReasoningPart): JsonObject[] {
    const { signature, text } = part
    const back = this.context.quirks?.reasoningBack ?? 'details'
    const item = { type: 'reasoning', id: signature?.id ?? this.itemId('rs') }
    const isOwn = signature?.origin === (this.context.origin ?? 'openai') && (back === 'details' || back === 'both')
    if (signature && !isOwn) loseSignature(signature, this.losses)
    if (isOwn) {
      const summary = text ? [{ type: 'summary_text', text }] : []
      return [{ ...item, summary, encrypted_content: signature.value }]
    }
    if (text && (back === 'content' || back === 'both')) {
      return [{ ...item, summary: [], content: [{ type: 'reasoning_text', text }] }]
    }
    if (text) note(this.losses, limits.reasoningBack)
    return []
  }

  private call(part: ToolCallPart): JsonObject {
    if (part.signature) loseSignature(part.signature, this.losses)
    this.loseMarks(part)
    const native = part.native?.dialect === 'openai-responses' ? part.native.value : {}
    const id = fitId(part.id, ID_RULE)
    if (native.type !== undefined) return { ...native, call_id: id }
    const called = {
      call_id: id,
      name: part.name,
      ...native,
    }
    if (part.custom) return { type: 'custom_tool_call', ...called, input: part.arguments }
    return { type: 'function_call', ...called, arguments: part.arguments || '{}' }
  }

  private result(part: ToolResultPart): JsonObject {
    if (part.isError) note(this.losses, limits.errorFlag)
    this.loseMarks(part)
    const id = fitId(part.id, ID_RULE)
    // the results of a tool search
    if (part.native?.dialect === 'openai-responses') return { ...part.native.value, call_id: id }
    const parts = part.parts.filter(inner => this.isReturnable(inner))
    const type = this.customCalls.has(part.id) ? 'custom_tool_call_output' : 'function_call_output'
    return { type, call_id: id, output: this.content.write(parts) }
  }

  private isReturnable(part: TextPart | MediaPart | OpaquePart): boolean {
    if (part.type === 'opaque' && !isContent(part)) {
      loseOpaque(part, this.losses)
      return false
    }
    if (part.type !== 'media' || (part.kind !== 'audio' && part.kind !== 'video')) return true
    note(this.losses, limits.resultMedia)
    return false
  }

  /** A model's image is returned as the call that made it. */
  private assistantMedia(part: MediaPart): JsonObject[] {
    if (part.kind === 'image' && part.source.type === 'data') {
      const id = part.id?.startsWith('ig_') ? part.id : this.itemId('ig')
      return [{ type: 'image_generation_call', id, status: 'completed', result: part.source.base64 }]
    }
    note(this.losses, limits.assistantMedia)
    return []
  }

  private loseMarks(part: Part): void {
    if ('cache' in part && part.cache) note(this.losses, limits.otherMarks)
    if (part.type === 'text' && part.signature) loseSignature(part.signature, this.losses)
  }

  private itemId(prefix: string): string {
    return fitId(`${prefix}_${this.nextId++}`, ITEM_ID_RULE)
  }
}

/** Returns whether a part is a content part only this dialect knows; other opaque blocks are items. */
const isContent = (part: OpaquePart): boolean =>
  part.dialect === 'openai-responses' && /^(input|output)_/.test(part.kind)

const phaseOf = (part: Part | undefined): unknown =>
  part?.type === 'text' && part.native?.dialect === 'openai-responses' ? part.native.value.phase : undefined
