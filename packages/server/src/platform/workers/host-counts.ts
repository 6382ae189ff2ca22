import type { LocalCounts } from '../counts/local-counts.ts'
import type { Link } from './link.ts'

/** Counts for one worker, together with the others. Returns what to call when the worker is gone: what ran there runs no more. */
export function hostCounts(counts: LocalCounts, node: string, link: Link): () => void {
  const own = counts.of(node)
  link.on('count', ({ id, counts }) => link.send('counted', { id, counted: own.take(counts) }))
  link.on('correct', ({ count, slot, change }) => own.correct(count, slot, change))
  return () => counts.drop(node)
}
