import type { Answer, FinishReason } from '../../canonical/answer.ts'
import type { Part, TextPart } from '../../canonical/parts.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { WriteAnswerContext } from '../common/dialect.ts'
import { note } from '../common/limits.ts'
import { type Loss, loseNative } from '../common/losses.ts'
import { writeFinishReason, writeLogprobs, writeTier } from './answer-words.ts'
import { type SignedThought, ThoughtCarrier, writeSeal } from './carried-thoughts.ts'
import { limits } from './limits.ts'
import { writeCall, writeOpaque, writeShown, writeThought } from './write-answer-part.ts'
import { type Cited, writeGrounding } from './write-grounding.ts'
import { writeUsage } from './write-usage.ts'

/** Writes a gathered answer as a `GenerateContentResponse`. */
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
  const thoughts = new ThoughtCarrier()
  for (const part of parts) {
    if (part.type === 'text') cited.push(...citedIn(part, written.length))
    const { member, parts: own } = writePart(part, thoughts, losses)
    Object.assign(members, member)
    written.push(...own)
    if (isSigned(part)) thoughts.add(part)
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

const isSigned = (part: Part): part is SignedThought => part.type === 'reasoning' && part.signature !== undefined

function writePart(part: Part, thoughts: ThoughtCarrier, losses: Loss[]): { member?: JsonObject; parts: JsonObject[] } {
  switch (part.type) {
    case 'text':
      loseNative(part, 'gemini', losses)
      return { parts: writeText(part, thoughts) }
    case 'reasoning':
      return { parts: writeThought(part) }
    case 'tool-call':
      return { parts: [writeCall(part, thoughts.forCall(), losses)] }
    case 'media':
      return { parts: [writeShown(part, losses)] }
    case 'opaque':
      return writeOpaque(part, losses)
    case 'tool-result':
      return { parts: [] }
  }
}

function writeText({ text, signature }: TextPart, thoughts: ThoughtCarrier): JsonObject[] {
  const thoughtSignature = writeSeal(signature, text ? thoughts.forText() : [])
  return text || signature ? [{ text, ...(thoughtSignature !== undefined && { thoughtSignature }) }] : []
}

const citedIn = ({ text, citations = [] }: TextPart, partIndex: number): Cited[] =>
  citations.map(citation => ({ citation, text, start: 0, length: text.length, partIndex }))
