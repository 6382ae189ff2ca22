import type { UpstreamDialect } from '../common/dialect.ts'
import type { Limit } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'

/** Reasons for losses between any two dialects. */
export const BETWEEN_ANY = /^only \S+ (knows it|runs it|models can open it)$/

/** Returns the losses missing from a dialect's tables, and so from `docs/dialects.md`. */
export function unnamed({ parameters, limits }: UpstreamDialect, losses: readonly Loss[]): Loss[] {
  const lines = [...Object.values(parameters), ...Object.values(limits)]
  const reasons = new Set(lines.flatMap(line => ('why' in line ? line.why : [])))
  return losses.filter(({ why }) => !reasons.has(why) && !BETWEEN_ANY.test(why))
}

/** Returns whether only streams of a dialect have this loss. */
export const isOfStreams = ({ limits }: Pick<UpstreamDialect, 'limits'>, { what, why }: Loss): boolean =>
  Object.values<Limit>(limits).some(limit => limit.inStreams && limit.what === what && limit.why === why)
