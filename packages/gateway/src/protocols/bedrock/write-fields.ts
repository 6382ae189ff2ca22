import { effortOf } from '../../canonical/efforts.ts'
import type { CanonicalRequest, Effort, RequestParameters } from '../../canonical/request.ts'
import type { JsonObject } from '../../raw/json.ts'
import { writeSampling } from '../anthropic-messages/write-sampling.ts'
import { writeThinking } from '../anthropic-messages/write-thinking.ts'
import type { WriteRequestContext } from '../common/dialect.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { limits } from './limits.ts'
import { isClaude } from './models.ts'

/** Claude's limit if the client set none but asked for thinking, which counts toward it. */
const DEFAULT_MAX_TOKENS = 8192

/**
 * Returns the members that Converse lacks but some models have in their own requests: `additionalModelRequestFields`.
 */
export function writeFields(
  request: CanonicalRequest,
  context: WriteRequestContext,
  losses: Loss[],
): { asked: RequestParameters; fields: JsonObject } {
  return isClaude(context.model)
    ? claudeFields(request, context, losses)
    : otherFields(request.parameters, context, losses)
}

/** Claude's own members, as in Messages. */
function claudeFields(request: CanonicalRequest, { model, defaultMaxTokens }: WriteRequestContext, losses: Loss[]) {
  const { temperature: _1, topP: _2, maxTokens: _3, ...rest } = request.parameters
  const limit = defaultMaxTokens ?? DEFAULT_MAX_TOKENS
  const { thinking, effort, maxTokens } = writeThinking(request, model, limit, losses)
  const thinks = thinking !== null && thinking.type !== 'disabled'
  const { temperature, top_p, ...sampling } = writeSampling(request.parameters, model, thinks, losses)
  const needsLimit = thinks || request.parameters.maxTokens !== undefined
  return {
    asked: { ...rest, ...(needsLimit && { maxTokens }), ...numbers({ temperature, topP: top_p }) },
    fields: {
      ...sampling,
      ...(thinking && { thinking }),
      ...(effort !== null && { output_config: { effort } }),
    },
  }
}

const numbers = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => typeof value === 'number'))

interface Family {
  models: RegExp
  topK?(topK: number): JsonObject
  /** null: it has no such effort. */
  reasoning?(effort: Exclude<Effort, 'none'>, asked: RequestParameters): JsonObject | null
}

/** Families by model name; the first match counts. */
const FAMILIES: readonly Family[] = [
  {
    // https://docs.aws.amazon.com/nova/latest/nova2-userguide/extended-thinking.html: the highest effort excludes sampling
    models: /nova-2/,
    topK: topK => ({ inferenceConfig: { topK } }),
    reasoning: (effort, { temperature, topP, maxTokens }) => {
      const isBound = temperature !== undefined || topP !== undefined || maxTokens !== undefined
      const most = isBound ? 'medium' : 'high'
      return { reasoningConfig: { type: 'enabled', maxReasoningEffort: ofThree(effort, most) } }
    },
  },
  { models: /nova/, topK: topK => ({ inferenceConfig: { topK } }) },
  { models: /gpt-oss/, reasoning: effort => ({ reasoning_effort: ofThree(effort) }) },
  { models: /qwen/, reasoning: effort => ({ reasoning_config: ofThree(effort) }) },
  { models: /mistral|pixtral/, topK: top_k => ({ top_k }) },
]

function otherFields(asked: RequestParameters, { model }: WriteRequestContext, losses: Loss[]) {
  const { topK, reasoning } = asked
  const family = FAMILIES.find(({ models }) => models.test(model))
  if (topK !== undefined && !family?.topK) note(losses, limits.topK)
  const effort = reasoning && (effortOf(reasoning) ?? (reasoning.mode ? 'medium' : null))
  const fields = effort && effort !== 'none' ? family?.reasoning?.(effort, asked) : {}
  if (effort && !fields) note(losses, limits.reasoning)
  else if (effort && !JSON.stringify(fields).includes(`"${effort}"`) && effort !== 'none') note(losses, limits.effort)
  return { asked, fields: { ...(topK !== undefined && family?.topK?.(topK)), ...fields } }
}

const LEVELS = ['low', 'medium', 'high'] as const
type Level = (typeof LEVELS)[number]

/** Returns the nearest of the three efforts all such models have, up to the highest allowed. */
function ofThree(effort: Exclude<Effort, 'none'>, most: Level = 'high'): Level {
  const wanted = effort === 'minimal' ? 'low' : effort === 'xhigh' || effort === 'max' ? 'high' : effort
  return LEVELS.indexOf(wanted) <= LEVELS.indexOf(most) ? wanted : most
}
