import { asArray, asObject, asObjects, type JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { limits } from './limits.ts'

/** https://docs.anthropic.com/en/docs/build-with-claude/prompt-caching: more are refused. */
const MOST_MARKS = 4

/**
 * Removes the earliest marks from a finished body until the allowed number remains: later ones cover the same prefix.
 */
export function limitCacheMarks(body: JsonObject, losses: Loss[]): void {
  const marked = [...asObjects(body.tools), ...asObjects(body.system), ...asObjects(body.messages).flatMap(blocksOf)]
  const bearers = marked.filter(block => block.cache_control !== undefined)
  const allowed = MOST_MARKS - (body.cache_control === undefined ? 0 : 1)
  if (bearers.length <= allowed) return
  for (const block of bearers.slice(0, bearers.length - allowed)) delete block.cache_control
  note(losses, limits.marks)
}

/** Returns a message's blocks, and those inside its tool results. */
const blocksOf = (message: JsonObject): JsonObject[] =>
  asArray(message.content).flatMap(item => {
    const block = asObject(item)
    return block ? [...asObjects(block.content), block] : []
  })
