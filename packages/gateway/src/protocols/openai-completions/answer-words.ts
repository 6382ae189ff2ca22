import type { OpenPart } from '../../canonical/answer.ts'
import type { Part } from '../../canonical/parts.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { WriteAnswerContext } from '../common/dialect.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { limits } from './limits.ts'

interface Start {
  id: string
  created?: number
  model: string
}

export const writeHead = (start: Start, { id, created, model }: WriteAnswerContext): JsonObject => ({
  id: start.id || id,
  object: 'text_completion',
  created: start.created ?? created,
  model: model || start.model,
})

export const writeChoice = (index: number, text: string, finishReason: string | null): JsonObject => ({
  text,
  index,
  logprobs: null,
  finish_reason: finishReason,
})

/** Returns whether a part is text; other parts are lost here. */
export function isText<Some extends Part | OpenPart>(
  part: Some,
  losses: Loss[],
): part is Extract<Some, { type: 'text' }> {
  if (part.type !== 'text') note(losses, { what: part.type, why: limits.onlyText.why })
  return part.type === 'text'
}
