import { noUsage, type Usage } from '@tollgate/gateway'
import type { ChargedRow } from '../../money/what-if/replay-row.ts'
import { cellsOf, objectOf } from '../tables/cells.ts'
import type { Generation } from '../tables/generation.ts'

/** A charged call in another gateway's log; `quota` is that gateway's charge. */
export interface SourceCall extends ChargedRow {
  usage: Usage
  userGroup: string
}

/** Reads a call, with its tokens by kind in the form of each generation. */
export function sourceCall(
  row: Parameters<typeof cellsOf>[0],
  { family }: Generation,
  groupOf: ReadonlyMap<number, string>,
): SourceCall {
  const cells = cellsOf(row, 'logs')
  const other = objectOf(cells.text('other'))
  const user = cells.whole('user_id')
  const [prompt, completion] = [cells.whole('prompt_tokens'), cells.whole('completion_tokens')]
  const userGroup = groupOf.get(user) ?? ''
  const group = cells.text('group') || userGroup
  return {
    id: cells.whole('id'),
    created_at: cells.whole('created_at'),
    user_id: user,
    username: cells.text('username'),
    model_name: cells.text('model_name'),
    // one-api's rows have no group, so the user's applies
    group,
    userGroup: userGroup || group,
    channel_id: cells.whole('channel_id'),
    quota: cells.whole('quota'),
    prompt_tokens: prompt,
    completion_tokens: completion,
    usage:
      family === 'one-api' ? { ...noUsage(), input: prompt, output: completion } : usageOf(other, prompt, completion),
    other: cells.text('other'),
  }
}

/** Reads the usage. New-api counts Claude's cached tokens besides the prompt, and others' as part of it. */
function usageOf(other: Record<string, unknown>, prompt: number, completion: number): Usage {
  const count = (name: string) => (Number.isSafeInteger(other[name]) ? Math.max(0, other[name] as number) : 0)
  const cacheRead = count('cache_tokens')
  const [written, written1h] = [count('cache_creation_tokens'), count('cache_creation_tokens_1h')]
  const [audioInput, audioOutput] = [count('audio_input'), count('audio_output')]
  const isBeside = other.claude === true || other.usage_semantic === 'anthropic'
  const within = isBeside ? 0 : cacheRead + written
  return {
    ...noUsage(),
    input: Math.max(0, prompt - within - audioInput),
    cacheRead,
    cacheWrite5m: Math.max(0, written - written1h),
    cacheWrite1h: written1h,
    audioInput,
    output: Math.max(0, completion - audioOutput),
    audioOutput,
  }
}
