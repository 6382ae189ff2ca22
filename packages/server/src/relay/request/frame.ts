import type { Format, Member, ScannedObject } from '@tollgate/gateway'
import type { RelayCall } from '../call/relay-call.ts'

/**
 * A request's text outside of its conversation, with its facts. Calls with the same text share the object, so that work done
 * for one call serves the next.
 */
export interface Frame {
  /** The member that holds the conversation. */
  conversation: string
  facts: RequestFacts
}

/** The checked facts in the members outside of the conversation. */
export interface RequestFacts {
  model: string
  isStream: boolean
  /** The client asked for the usage frame itself. */
  wantsUsage: boolean
  /** undefined: no limit. */
  maxTokens: number | undefined
  /** How many answers it asks for. */
  choices: number
  /** As the client wrote it. */
  reasoningEffort: string | undefined
}

/** The member that holds the conversation in each format; calls of other formats have no frame. */
const CONVERSATIONS: Readonly<Partial<Record<Format, string>>> = {
  'openai-chat': 'messages',
  'openai-completions': 'prompt',
  'openai-responses': 'input',
  'openai-embeddings': 'input',
  'anthropic-messages': 'messages',
  gemini: 'contents',
}

/** Longer frames, mostly with tools, rarely repeat while a plan is kept. */
const LONGEST_FRAME = 4 * 1024
const MOST_FRAMES = 2_000
/** Replaces the conversation in keys. JSON never has it outside of strings, so two different texts never get the same key. */
const LEFT_OUT = '\0'

const frames = new Map<string, Frame>()

/** Returns the frame of a body; null: it has none. Calls `read` for a new frame. */
export function frameOf(body: ScannedObject, call: RelayCall, read: () => RequestFacts): Frame | null {
  const conversation = CONVERSATIONS[call.endpoint.format]
  const member = conversation === undefined ? null : onlyMember(body, conversation)
  if (conversation === undefined || !member) return null
  const { text } = body
  if (text.length - (member.valueEnd - member.valueStart) > LONGEST_FRAME) return null
  const key = `${placeOf(call)}\n${text.slice(0, member.valueStart)}${LEFT_OUT}${text.slice(member.valueEnd)}`
  const known = frames.get(key)
  if (known) return known
  const frame = { conversation, facts: read() }
  if (frames.size >= MOST_FRAMES) frames.clear()
  frames.set(key, frame)
  return frame
}

/** Returns the member of this name; null: there is none, or more than one. */
export function onlyMember({ members }: ScannedObject, name: string): Member | null {
  let found: Member | null = null
  for (const member of members) {
    if (member.name !== name) continue
    if (found) return null
    found = member
  }
  return found
}

/** Gemini's paths contain what others put into the body. */
function placeOf({ endpoint, address }: RelayCall): string {
  const place = `${endpoint.format} ${endpoint.path}${endpoint.compacts ? ' compacts' : ''}`
  return address ? `${place} ${address.model} ${address.stream} ${address.asksForEvents}` : place
}
