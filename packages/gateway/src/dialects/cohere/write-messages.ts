import type { Turn } from '../../canonical/ask.ts'
import { customArguments } from '../../canonical/custom-tools.ts'
import type { MediaPart, Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart } from '../../canonical/parts.ts'
import { pairToolResults } from '../../canonical/tool-order.ts'
import type { JsonObject } from '../../raw/json.ts'
import { AskRefused, type Loss, lose } from '../losses.ts'
import { toAddress } from '../media.ts'
import { thinks } from './models.ts'

/** The conversation as `messages`. A turn with tool results becomes several. */
export function writeMessages(turns: readonly Turn[], model: string, losses: Loss[]): JsonObject[] {
  const writer = new MessageWriter(model, losses)
  if (turns.some(turn => turn.name !== undefined)) lose(losses, 'name of a speaker', 'Cohere has no word for it')
  return pairToolResults(turns).flatMap(turn => writer.write(turn))
}

/** Cohere takes no message that says nothing. */
const NOTHING = '...'

class MessageWriter {
  constructor(
    private readonly model: string,
    private readonly losses: Loss[],
  ) {}

  write(turn: Turn): JsonObject[] {
    for (const part of turn.parts)
      if ('cache' in part && part.cache) lose(this.losses, 'cache mark', 'Cohere caches by itself')
    if (turn.role === 'assistant') return [{ role: 'assistant', ...this.assistant(turn.parts) }]
    const results = turn.parts.filter(part => part.type === 'tool-result')
    // a tool message holds text, so what a tool shows follows as the user's
    const shown = results.flatMap(result => result.parts.filter(part => part.type === 'media'))
    const said = [...shown, ...turn.parts.filter(part => part.type !== 'tool-result')]
    const messages = results.map(result => this.result(result))
    if (said.length === 0 && results.length > 0) return messages
    const role = turn.role === 'developer' ? 'system' : turn.role
    return [...messages, { role, content: this.content(said) }]
  }

  private result(result: ToolResultPart): JsonObject {
    if (result.isError) lose(this.losses, 'tool result error flag', 'Cohere has no word for it')
    if (result.parts.some(part => part.type === 'media'))
      lose(this.losses, 'media in a tool result', 'Cohere takes text there; sent as user content after it')
    const said = result.parts.filter(part => part.type !== 'media')
    return { role: 'tool', tool_call_id: result.id, content: this.content(said) }
  }

  private assistant(parts: readonly Part[]): JsonObject {
    const calls = parts.filter(part => part.type === 'tool-call')
    const reasoning = this.reasoning(parts, calls.length > 0)
    const said = parts.filter(part => part.type !== 'tool-call' && part.type !== 'reasoning')
    const written = said.flatMap(part => this.saidByModel(part))
    const { thinking, ...plan } = reasoning
    const content = [...(thinking ? [{ type: 'thinking', thinking }] : []), ...written]
    return {
      ...(content.length > 0 ? { content } : calls.length === 0 && { content: NOTHING }),
      ...plan,
      ...(calls.length > 0 && { tool_calls: calls.map(call => this.call(call)) }),
    }
  }

  /** Before calls it is their plan, else thinking, for models that think. */
  private reasoning(parts: readonly Part[], calls: boolean): { tool_plan?: string; thinking?: string } {
    const reasoning = parts.filter((part): part is ReasoningPart => part.type === 'reasoning')
    for (const { seal } of reasoning) if (seal) this.loseSeal(seal.origin)
    const text = reasoning.map(part => part.text).join('')
    if (!text) return {}
    if (calls) return { tool_plan: text }
    if (thinks(this.model)) return { thinking: text }
    lose(this.losses, 'earlier reasoning', `${this.model} takes none back`)
    return {}
  }

  private saidByModel(part: Part): JsonObject[] {
    if (part.type !== 'media') return this.block(part)
    lose(this.losses, 'media in an assistant turn', 'an assistant message of Cohere cannot hold it')
    return []
  }

  private call(call: ToolCallPart): JsonObject {
    if (call.seal) this.loseSeal(call.seal.origin)
    const written = call.custom ? customArguments(call.arguments) : call.arguments || '{}'
    return { id: call.id, type: 'function', function: { name: call.name, arguments: written } }
  }

  /** A plain text where that says everything, else a list of blocks. */
  private content(parts: readonly Part[]): string | JsonObject[] {
    const blocks = parts.flatMap(part => this.block(part))
    const [only] = blocks
    if (!only) return NOTHING
    return blocks.length === 1 && only.type === 'text' ? String(only.text) : blocks
  }

  private block(part: Part): JsonObject[] {
    if (part.type === 'text') return this.text(part)
    if (part.type === 'media') return [this.media(part)]
    if (part.type === 'opaque') lose(this.losses, `part ${part.kind}`, `only ${part.dialect} knows it`)
    return []
  }

  private text(part: TextPart): JsonObject[] {
    if (part.seal) this.loseSeal(part.seal.origin)
    if (part.citations) lose(this.losses, 'citations', 'Cohere takes none back')
    return part.text === '' ? [] : [{ type: 'text', text: part.text }]
  }

  private media(part: MediaPart): JsonObject {
    for (const name of Object.keys(part.native?.value ?? {}))
      lose(this.losses, `media "${name}"`, `only ${part.native?.dialect} knows it`)
    if (part.source.type === 'text') {
      lose(this.losses, 'file', 'Cohere takes no files here; its text was sent')
      return { type: 'text', text: part.source.text }
    }
    if (part.source.type === 'stored')
      throw new AskRefused(`a file stored with ${part.source.origin} cannot be read by this model`)
    if (part.kind !== 'image') throw new AskRefused(`Cohere takes no ${part.kind}`)
    const detail = part.detail === undefined ? {} : { detail: part.detail }
    return { type: 'image_url', image_url: { url: toAddress(part) ?? '', ...detail } }
  }

  private loseSeal(origin: string): void {
    lose(this.losses, 'seal', `only ${origin} models can open it`)
  }
}
