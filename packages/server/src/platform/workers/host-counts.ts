import type { LocalCounts } from '../counts/local-counts.ts'
import type { Link } from './link.ts'

/**
 * Keeps counts for one worker, together with the others. Returns a function to call when the worker is gone, which
 * removes its running calls.
 */
export function hostCounts(counts: LocalCounts, node: string, link: Link): () => void {
  const own = counts.of(node)
  link.on('count', ({ id, counts }) => link.send('counted', { id, counted: own.take(counts) }))
  link.on('correct', ({ count, slot, change }) => own.correct(count, slot, change))
  return () => counts.drop(node)
}
