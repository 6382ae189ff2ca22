import type { MediaPart, OpaquePart, ReasoningPart, ToolCallPart } from '../../canonical/parts.ts'
import type { JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import { type Loss, loseNative, loseOpaque } from '../common/losses.ts'
import { NATIVE_MEMBERS } from './answer-words.ts'
import { type CarriedThought, writeSeal } from './carried-thoughts.ts'
import { limits } from './limits.ts'
import { REDACTED, UNSIGNED, writeSignature } from './thought-signature.ts'
import { writeArgs } from './write-args.ts'
import { writeMedia } from './write-media.ts'

/** Empty if there is neither text nor a signature. */
export function writeThought(part: Omit<ReasoningPart, 'type'>): JsonObject[] {
  const { text, signature: partSignature, redacted } = part
  if (!text && !partSignature) return []
  const signature = partSignature && writeSignature(redacted ? { ...partSignature, id: REDACTED } : partSignature)
  return [{ text, thought: true, ...(signature !== undefined && { thoughtSignature: signature }) }]
}

/**
 * Always signed: the client may continue with one of Gemini's own models, which requires it.
 *
 * @param thoughts the signed ones before it
 */
export function writeCall(part: ToolCallPart, thoughts: readonly CarriedThought[], losses: Loss[]): JsonObject {
  loseNative(part, 'gemini', losses)
  return {
    functionCall: { id: part.id, name: part.name, args: writeArgs(part.arguments, limits.cutArguments, losses) },
    thoughtSignature: writeSeal(part.signature, thoughts) ?? UNSIGNED,
  }
}

export function writeShown(part: MediaPart, losses: Loss[]): JsonObject {
  if (part.transcript !== undefined) note(losses, limits.transcript)
  return { ...writeMedia(part, losses), ...(part.signature && { thoughtSignature: writeSignature(part.signature) }) }
}

/** Members next to a candidate's parts return there, other opaque parts among the parts. */
export function writeOpaque(part: OpaquePart, losses: Loss[]): { member?: JsonObject; parts: JsonObject[] } {
  if (part.dialect !== 'gemini') {
    loseOpaque(part, losses)
    return { parts: [] }
  }
  if (NATIVE_MEMBERS.includes(part.kind)) return { member: { [part.kind]: part.value }, parts: [] }
  return { parts: [part.value as JsonObject] } // this dialect read it from a part
}
