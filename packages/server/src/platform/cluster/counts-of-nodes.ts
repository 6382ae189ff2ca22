import type { Count, Counted, Counts } from '../counts/counts.ts'
import { CountsUnavailable } from '../counts/counts.ts'
import type { LocalCounts } from '../counts/local-counts.ts'

/** What was counted, and where, so that it is taken off there. */
export interface TakenCounts {
  /** Changes one of the amounts. */
  correct(place: number, change: number): void
  /** Takes off again what counts as long as it runs. */
  end(): void
}

export type CountAnswer = TakenCounts | { exceeded: number; waitMs: number }

/** Counts of all nodes together; of this one alone where there is no other, or where nobody can be asked. */
export interface NodeCounts {
  /** @throws CountsUnavailable when nobody can be asked, and the operator wants that refused */
  take(counts: readonly Count[]): CountAnswer | Promise<CountAnswer>
}

/**
 * @param together null: this node is alone
 * @param refuses whether what cannot be counted together is refused, or else counted by this node alone
 */
export function countsOfNodes(local: LocalCounts, together: Counts | null, refuses: () => boolean): NodeCounts {
  const alone = (counts: readonly Count[]) => answerOf(counts, local, local.take(counts))
  if (!together) return { take: alone }
  return {
    async take(counts) {
      try {
        const counted = await together.take(counts)
        if ('exceeded' in counted) return counted
        // Should the others go away, this node knows what it has let in itself.
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
