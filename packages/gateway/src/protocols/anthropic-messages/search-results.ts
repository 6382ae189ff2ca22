import type { AnswerEvent } from '../../canonical/answer.ts'
import type { Citation, OpaquePart, Part, TextPart } from '../../canonical/parts.ts'
import { isWrapped, wrapSignature } from '../../canonical/signature.ts'
import { asArray, asObject, asObjects, asText, type JsonObject } from '../../raw/json.ts'
import type { Stage } from '../../raw/stage.ts'
import type { WriteAnswerContext } from '../common/dialect.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { limits } from './limits.ts'

/**
 * Writes another host's search results as blocks of Messages' own search, for clients that asked for one: they show
 * links from these. https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool
 */

/**
 * Replaces a page's sealed content, which only Messages can open. It is empty; its origin shows that it is not
 * Messages' own.
 */
export const SEALED = wrapSignature({ origin: 'web', value: '' })

/** Prefix of ids of searches by other hosts. */
const OWN_ID = 'srvtoolu_elsewhere_'

/** Returns the parts of a whole answer, with the search results before the first text. */
export function withSearch(parts: readonly Part[], { search, id }: WriteAnswerContext): Part[] {
  if (!search) return [...parts]
  const texts = parts.filter(part => part.type === 'text')
  const citations = texts.flatMap(text => text.citations ?? [])
  const calls = parts.filter(isSearchCall)
  const others = parts.filter(part => !isSearchCall(part))
  const first = others.findIndex(part => part.type === 'text')
  const at = first < 0 ? others.length : first
  return [...others.slice(0, at), ...blocksOf(citations, calls, id), ...others.slice(at)]
}

/**
 * If a client asks only for a search, the text of a stream waits until the results are known. Otherwise it does not
 * wait, and the results are dropped, because the last text must stay last.
 */
export function searchFirst({ search, id }: WriteAnswerContext, losses: Loss[]): Stage<AnswerEvent, AnswerEvent> {
  const citations: Citation[] = []
  const calls: OpaquePart[] = []
  let held: AnswerEvent[] = []
  let next = 0

  const found = (): AnswerEvent[] =>
    blocksOf(citations, calls, id).map(part => ({ type: 'opaque', index: next++, part }))

  function push(event: AnswerEvent): AnswerEvent[] {
    if (!search) return [event]
    if (event.type === 'cite' && isPage(event.citation)) citations.push(event.citation)
    if (search === 'beside') {
      if (event.type === 'finish' && citations.length > 0) note(losses, limits.lateSearch)
      return [event]
    }
    if ('index' in event) next = Math.max(next, event.index + 1)
    if (event.type === 'opaque' && isSearchCall(event.part)) {
      calls.push(event.part)
      return []
    }
    if (event.type === 'finish') return [...found(), ...held.splice(0), event]
    if (event.type === 'error') return [...held.splice(0), event]
    const waits = held.length > 0 || (event.type === 'open' && event.part.type === 'text')
    if (waits) held.push(event)
    return waits ? [] : [event]
  }

  return {
    push,
    end() {
      const rest = held
      held = []
      return rest
    },
  }
}

/** Returns such a search block as text when it is sent back, because no host made it. Null: it is Messages' own. */
export function readSearch(block: JsonObject): TextPart | null {
  if (block.type === 'server_tool_use' && isOurs(block.id)) {
    const query = asText(asObject(block.input)?.query)
    return { type: 'text', text: query ? `Searched the web for: ${query}` : 'Searched the web.' }
  }
  if (block.type !== 'web_search_tool_result' || !isOurs(block.tool_use_id)) return null
  const pages = asObjects(block.content).map(({ title, url }) => `- ${asText(title) ?? ''}: ${asText(url) ?? ''}`)
  return { type: 'text', text: pages.length > 0 ? ['Found:', ...pages].join('\n') : 'Found nothing.' }
}

/** Returns whether the gateway wrote a citation for another host. */
export const isSealedHere = ({ encrypted_index }: JsonObject): boolean => isWrapped(asText(encrypted_index) ?? '')

const isOurs = (id: unknown): boolean => asText(id)?.startsWith(OWN_ID) === true

function blocksOf(citations: readonly Citation[], calls: readonly OpaquePart[], answerId: string): OpaquePart[] {
  const pages = new Map<string, JsonObject>()
  for (const { url, title } of citations.filter(isPage)) if (!pages.has(url)) pages.set(url, pageOf(url, title))
  if (pages.size === 0 && calls.length === 0) return []
  const id = OWN_ID + answerId.replaceAll(/[^a-zA-Z0-9_]/g, '_')
  const input = { query: queriesIn(citations, calls).join('; ') }
  return [
    block({ type: 'server_tool_use', id, name: 'web_search', input }),
    block({ type: 'web_search_tool_result', tool_use_id: id, content: [...pages.values()] }),
  ]
}

const pageOf = (url: string, title = url): JsonObject => ({
  type: 'web_search_result',
  url,
  title,
  encrypted_content: SEALED,
  page_age: null,
})

const block = (value: JsonObject & { type: string }): OpaquePart => ({
  type: 'opaque',
  dialect: 'anthropic-messages',
  kind: value.type,
  value,
})

const isPage = (citation: Citation): citation is Citation & { url: string } => citation.url !== undefined

const isSearchCall = (part: Part): part is OpaquePart =>
  part.type === 'opaque' && part.dialect === 'openai-responses' && part.kind === 'web_search_call'

/** Gemini reports queries with its citations, Responses in the calls of its tool. */
function queriesIn(citations: readonly Citation[], calls: readonly OpaquePart[]): string[] {
  const grounding = citations.map(({ native }) => (native?.dialect === 'gemini' ? asObject(native.value) : null))
  const told = grounding.flatMap(each => asArray(each?.webSearchQueries))
  const called = calls.map(({ value }) => asObject(asObject(value)?.action)?.query)
  return [...new Set([...told, ...called].flatMap(query => asText(query) ?? []))]
}
