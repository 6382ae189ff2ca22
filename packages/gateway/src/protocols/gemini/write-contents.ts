import type { CanonicalRequest } from '../../canonical/request.ts'
import { asObject, type JsonObject } from '../../raw/json.ts'
import type { WriteRequestContext } from '../common/dialect.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { asUserTurn, splitSystem } from '../common/system-turns.ts'
import { pairedTurns } from '../common/tool-results.ts'
import { limits } from './limits.ts'
import { demandsSignatures } from './models.ts'
import { UNSIGNED } from './thought-signature.ts'
import { PartWriter } from './write-parts.ts'

interface Content {
  role: 'user' | 'model'
  parts: JsonObject[]
}

/** Returns the leading system text, and the contents of user and model in turn. */
export function writeContents(
  request: CanonicalRequest,
  context: WriteRequestContext,
  losses: Loss[],
): { systemInstruction: JsonObject | null; contents: Content[] } {
  const { leading, rest } = splitSystem(request.turns)
  const turns = pairedTurns(rest, losses).map(turn => asUserTurn(turn, losses))
  const writer = new PartWriter(context, losses)
  if (request.turns.some(turn => turn.name !== undefined)) note(losses, limits.speaker)

  const contents: Content[] = []
  for (const turn of turns) {
    const role = turn.role === 'assistant' ? 'model' : 'user'
    const parts = writer.write(turn.parts, role === 'model')
    const last = contents.at(-1)
    if (last?.role === role) last.parts.push(...parts)
    else contents.push({ role, parts })
  }
  const system = writer.write(
    leading.flatMap(turn => turn.parts),
    false,
  )
  return {
    systemInstruction: system.length > 0 ? { parts: system } : null,
    contents: complete(contents).map(content => (demandsSignatures(context.model) ? signed(content) : content)),
  }
}

/** Gemini requires a user first and no content without parts; an empty part is accepted. */
function complete(contents: Content[]): Content[] {
  const isUserFirst = contents[0]?.role === 'user'
  const all: Content[] = isUserFirst ? contents : [{ role: 'user', parts: [] }, ...contents]
  return all.map(content => (content.parts.length > 0 ? content : { ...content, parts: [{ text: '' }] }))
}

/**
 * The first of several parallel calls must be signed; one from another model, or without its signature, gets a
 * placeholder.
 */
function signed(content: Content): Content {
  const first = content.parts.findIndex(part => asObject(part.functionCall))
  const call = content.parts[first]
  if (content.role !== 'model' || !call || call.thoughtSignature !== undefined) return content
  return { ...content, parts: content.parts.with(first, { ...call, thoughtSignature: UNSIGNED }) }
}
