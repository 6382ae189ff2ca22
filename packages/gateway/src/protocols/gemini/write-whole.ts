import type { Answer, FinishReason } from '../../canonical/answer.ts'
import type { Part, TextPart } from '../../canonical/parts.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { WriteAnswerContext } from '../common/dialect.ts'
import { note } from '../common/limits.ts'
import { type Loss, loseNative } from '../common/losses.ts'
import { writeFinishReason, writeLogprobs, writeTier } from './answer-words.ts'
import { limits } from './limits.ts'
import { writeSignature } from './thought-signature.ts'
import { writeCall, writeOpaque, writeShown, writeThought } from './write-answer-part.ts'
import { type Cited, writeGrounding } from './write-grounding.ts'
import { writeUsage } from './write-usage.ts'

/** A gathered answer as a `GenerateContentResponse`. */
export function writeWhole(answer: Answer, context: WriteAnswerContext): { body: JsonObject; losses: Loss[] } {
  const losses: Loss[] = []
  const { start, finish } = answer
  if (finish?.stopSequence !== undefined) note(losses, limits.stopSequence)
  const reasons = [finish?.reason, ...(finish?.otherReasons ?? [])]
  const candidates = [answer.parts, ...answer.others].map((parts, index) =>
    writeCandidate(parts, index, reasons[index] ?? 'stop', losses),
  )
  const body = {
    candidates,
    ...(finish?.usage && { usageMetadata: { ...writeUsage(finish.usage), ...writeTier(start.serviceTier) } }),
    modelVersion: context.model || start.model,
    createTime: new Date((start.created ?? context.created) * 1000).toISOString(),
    responseId: start.id || context.id,
  }
  return { body, losses }
}

function writeCandidate(parts: readonly Part[], index: number, reason: FinishReason, losses: Loss[]): JsonObject {
  const written: JsonObject[] = []
  const members: JsonObject = {}
  const cited: Cited[] = []
  for (const part of parts) {
    if (part.type === 'text') cited.push(...citedIn(part, written.length))
    const { member, parts: own } = writePart(part, losses)
    Object.assign(members, member)
    written.push(...own)
  }
  const logprobs = parts.flatMap(part => (part.type === 'text' ? (part.logprobs ?? []) : []))
  return {
    content: { role: 'model', ...(written.length > 0 && { parts: written }) },
    finishReason: writeFinishReason(reason, losses),
    index,
    ...writeGrounding(cited),
    ...(logprobs.length > 0 && writeLogprobs(logprobs, losses)),
    ...members,
  }
}

function writePart(part: Part, losses: Loss[]): { member?: JsonObject; parts: JsonObject[] } {
  switch (part.type) {
    case 'text':
      loseNative(part, 'gemini', losses)
      return { parts: writeText(part) }
    case 'reasoning':
      return { parts: writeThought(part) }
    case 'tool-call':
      return { parts: [writeCall(part, losses)] }
    case 'media':
      return { parts: [writeShown(part, losses)] }
    case 'opaque':
      return writeOpaque(part, losses)
    case 'tool-result':
      return { parts: [] }
  }
}

const writeText = ({ text, signature }: TextPart): JsonObject[] =>
  text || signature ? [{ text, ...(signature && { thoughtSignature: writeSignature(signature) }) }] : []

const citedIn = ({ text, citations = [] }: TextPart, partIndex: number): Cited[] =>
  citations.map(citation => ({ citation, text, start: 0, length: text.length, partIndex }))
