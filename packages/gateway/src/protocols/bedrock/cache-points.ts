import type { CacheMark } from '../../canonical/parts.ts'
import { asArray, asObject, asObjects, dig, type JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { limits } from './limits.ts'
import { cachesTools, takesCachePoints } from './models.ts'

/**
 * Returns the block that marks a prefix for caching, to follow the prefix's last block; none if the model takes none.
 */
export function cachePoint(mark: CacheMark | undefined, model: string, losses: Loss[]): JsonObject[] {
  if (!mark) return []
  if (!takesCachePoints(model)) {
    note(losses, limits.noMarks)
    return []
  }
  return [{ cachePoint: { type: 'default', ...(mark.ttl && cachesTools(model) && { ttl: mark.ttl }) } }]
}

/** https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html: more are refused. */
const MOST_POINTS = 4

/**
 * Removes the earliest points from a finished body until the allowed number remains: later ones cover the same prefix.
 */
export function limitCachePoints(body: JsonObject, losses: Loss[]): void {
  const lists = [dig(body, 'toolConfig.tools'), body.system, ...asObjects(body.messages).map(({ content }) => content)]
  const points = lists.flatMap(list => asObjects(list).filter(block => asObject(block.cachePoint)))
  const surplus = new Set<unknown>(points.slice(0, Math.max(0, points.length - MOST_POINTS)))
  if (surplus.size === 0) return
  for (const list of lists.map(asArray)) list.splice(0, list.length, ...list.filter(block => !surplus.has(block)))
  note(losses, limits.marks)
}
