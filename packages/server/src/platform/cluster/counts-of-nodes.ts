import type { Count, Counted, Counts } from '../counts/counts.ts'
import { CountsUnavailable } from '../counts/counts.ts'
import type { LocalCounts } from '../counts/local-counts.ts'

/** Counted amounts and their places, so that they can be taken back. */
export interface TakenCounts {
  /** Changes one of the amounts. */
  correct(place: number, change: number): void
  /** Takes back amounts that count only while they run. */
  end(): void
}

export type CountAnswer = TakenCounts | { exceeded: number; waitMs: number }

/** Counts shared by all nodes. A node that is alone, or cannot reach the shared counts, counts for itself. */
export interface NodeCounts {
  /** @throws CountsUnavailable if the shared counts cannot be reached and the operator wants such calls refused */
  take(counts: readonly Count[]): CountAnswer | Promise<CountAnswer>
}

/**
 * @param together null: this node is alone
 * @param refuses whether to refuse calls that cannot be counted together; otherwise this node counts them alone
 */
export function countsOfNodes(local: LocalCounts, together: Counts | null, refuses: () => boolean): NodeCounts {
  const alone = (counts: readonly Count[]) => answerOf(counts, local, local.take(counts))
  if (!together) return { take: alone }
  return {
    async take(counts) {
      try {
        const counted = await together.take(counts)
        if ('exceeded' in counted) return counted
        // If the shared counts go away, this node still knows what it admitted itself.
        const own = answerOf(counts, local, { slots: local.add(counts) }) as TakenCounts
        const shared = answerOf(counts, together, counted) as TakenCounts
        return {
          correct(place, change) {
            own.correct(place, change)
            shared.correct(place, change)
          },
          end() {
            own.end()
            shared.end()
          },
        }
      } catch (error) {
        if (!(error instanceof CountsUnavailable) || refuses()) throw error
        return alone(counts)
      }
    },
  }
}

function answerOf(counts: readonly Count[], keeper: Counts, counted: Counted): CountAnswer {
  if ('exceeded' in counted) return counted
  const correct = (place: number, change: number) => {
    const count = counts[place]
    if (count) keeper.correct(count, counted.slots[place] ?? 0, change)
  }
  return {
    correct,
    end() {
      for (const [place, count] of counts.entries()) if (count.windowMs === 0) correct(place, -count.amount)
    },
  }
}
