import type { Answer, FinishReason } from '../../canonical/answer.ts'
import type { MediaPart, Part, TokenLogprob } from '../../canonical/parts.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { WriteAnswerContext } from '../common/dialect.ts'
import { note } from '../common/limits.ts'
import { type Loss, loseNative } from '../common/losses.ts'
import { toAddress } from '../common/media.ts'
import { completeLogprobs } from '../common/openai-logprobs.ts'
import { memberOf, writeAnnotation, writeCall, writeExtra, writeFinishReason, writeTier } from './answer-words.ts'
import { limits } from './limits.ts'
import { writeDetails } from './reasoning-details.ts'
import { writeUsage } from './write-usage.ts'

/** Writes a gathered answer as a `chat.completion`. */
export function writeWhole(answer: Answer, context: WriteAnswerContext): { body: JsonObject; losses: Loss[] } {
  const losses: Loss[] = []
  const { start, finish } = answer
  if (finish?.reason === 'pause') note(losses, limits.pause)
  const reasons = [finish?.reason, ...(finish?.otherReasons ?? [])]
  const choices = [answer.parts, ...answer.others].map((parts, index) =>
    writeChoice(parts, index, reasons[index] ?? 'stop', losses),
  )
  const body = {
    id: start.id || context.id,
    object: 'chat.completion',
    created: start.created ?? context.created,
    model: context.model || start.model,
    ...writeTier(start.serviceTier),
    choices,
    ...(finish?.usage && { usage: writeUsage(finish.usage) }),
  }
  return { body, losses }
}

function writeChoice(parts: readonly Part[], index: number, reason: FinishReason, losses: Loss[]): JsonObject {
  const logprobs = writeLogprobs(parts)
  const message = writeMessage(parts, losses)
  return { index, message, logprobs, finish_reason: writeFinishReason(reason, typeof message.refusal === 'string') }
}

function writeMessage(parts: readonly Part[], losses: Loss[]): JsonObject {
  const texts = parts.filter(part => part.type === 'text')
  const textParts = texts.filter(part => !part.refusal)
  const refusals = texts.filter(part => part.refusal)
  const reasoning = parts.filter(part => part.type === 'reasoning')
  const calls = parts.filter(part => part.type === 'tool-call')
  const media = parts.filter(part => part.type === 'media')
  if (media.some(part => part.signature)) note(losses, limits.mediaSignature)
  const images = media.filter(part => part.kind !== 'audio')
  const thoughts = reasoning.map(part => part.text).join('')
  const details = reasoning.some(part => part.signature) ? reasoning.flatMap(writeDetails) : []
  const annotations = writeAnnotations(parts)
  const sealed = textParts.filter(part => part.signature)
  if (sealed.length > 1) note(losses, limits.furtherSignatures)
  const signature = sealed.at(-1)?.signature
  const audio = media.find(part => part.kind === 'audio')
  return {
    role: 'assistant',
    content: textParts.length > 0 ? textParts.map(part => part.text).join('') : null,
    refusal: refusals.length > 0 ? refusals.map(part => part.text).join('') : null,
    ...(thoughts && { reasoning_content: thoughts }),
    ...(details.length > 0 && { reasoning_details: details }),
    ...(annotations.length > 0 && { annotations }),
    ...(audio && { audio: writeAudio(audio) }),
    ...(images.length > 0 && {
      images: images.map(part => ({ type: 'image_url', image_url: { url: toAddress(part) } })),
    }),
    ...(calls.length > 0 && { tool_calls: calls.map(writeCall) }),
    ...(signature && writeExtra(signature)),
    ...writeOpaque(parts, losses),
  }
}

/** Offsets count from the start of the whole content. */
function writeAnnotations(parts: readonly Part[]): JsonObject[] {
  let start = 0
  return parts.flatMap(part => {
    if (part.type !== 'text' || part.refusal) return []
    const end = start + part.text.length
    const annotations = (part.citations ?? []).map(citation => writeAnnotation(citation, start, end))
    start = end
    return annotations
  })
}

function writeAudio(part: MediaPart): JsonObject {
  const data = part.source.type === 'data' ? part.source.base64 : ''
  // the provider's expiry is unknown here; zero means: do not rely on it
  return { id: part.id ?? '', data, transcript: part.transcript ?? '', expires_at: 0 }
}

function writeOpaque(parts: readonly Part[], losses: Loss[]): JsonObject {
  const members: Record<string, unknown[]> = {}
  for (const part of parts) {
    loseNative(part, 'openai-chat', losses)
    if (part.type !== 'opaque') continue
    const member = memberOf(part, losses)
    if (member !== null) members[member] = [...(members[member] ?? []), part.value]
  }
  return members
}

function writeLogprobs(parts: readonly Part[]): JsonObject | null {
  const of = (refusal: boolean): TokenLogprob[] | null => {
    const texts = parts.filter(part => part.type === 'text').filter(part => (part.refusal === true) === refusal)
    const logprobs = completeLogprobs(texts.flatMap(part => part.logprobs ?? []))
    return logprobs.length > 0 ? logprobs : null
  }
  const content = of(false)
  const refusal = of(true)
  return content || refusal ? { content, refusal } : null
}
