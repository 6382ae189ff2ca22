import type { Operator } from '../../packages/server/test/support/gateway.ts'
import type { Question } from './questions.ts'

/** The milliseconds each answer to a question took. */
export interface Answered extends Question {
  took: number[]
  /** Statuses other than 200; 0: no answer came. */
  failed: number[]
}

const LONGEST_MS = 20_000

/**
 * Asks all questions before asking any again, each time in another order, so that no round or slow moment affects only
 * one. Ends early at a given moment and leaves out what was not asked by then.
 */
export async function askAll(
  operator: Pick<Operator, 'url' | 'headers'>,
  questions: readonly Question[],
  { rounds, endsAt }: { rounds: number; endsAt: number },
): Promise<Answered[]> {
  const answered = questions.map((question): Answered => ({ ...question, took: [], failed: [] }))
  for (let round = 0; round < rounds; round++) {
    const stride = questions.length > 7 ? 7 + round * 2 : 1
    for (let step = 0; step < stride; step++)
      for (let at = step; at < answered.length; at += stride) {
        if (performance.now() > endsAt) return answered.filter(({ took }) => took.length > 0)
        await ask(operator, answered[at] as Answered)
      }
  }
  return answered
}

async function ask({ url, headers }: Pick<Operator, 'url' | 'headers'>, question: Answered): Promise<void> {
  const leaving = new AbortController()
  const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(LONGEST_MS)])
  const begun = performance.now()
  try {
    const response = await fetch(url + question.path, { headers, signal })
    if (question.isStart) await response.body?.getReader().read()
    else await response.arrayBuffer()
    question.took.push(performance.now() - begun)
    if (response.status !== 200) question.failed.push(response.status)
  } catch {
    question.took.push(performance.now() - begun)
    question.failed.push(0)
  } finally {
    leaving.abort()
  }
}

/** The answers of all questions of a kind. */
export interface KindOfAnswers {
  kind: string
  questions: number
  p50: number
  p95: number
  most: number
  slowest: string
  failed: number
}

export function byKind(answered: readonly Answered[]): KindOfAnswers[] {
  return [...Map.groupBy(answered, ({ kind }) => kind)].map(([kind, ofKind]) => {
    const all = ofKind.flatMap(({ took }) => took).sort((one, other) => one - other)
    const slowest = ofKind.toSorted((one, other) => Math.max(...other.took) - Math.max(...one.took))[0]
    return {
      kind,
      questions: ofKind.length,
      p50: at(all, 0.5),
      p95: at(all, 0.95),
      most: all.at(-1) ?? 0,
      slowest: slowest?.name ?? '',
      failed: ofKind.reduce((sum, { failed }) => sum + failed.length, 0),
    }
  })
}

/** The smallest value that this share does not exceed. */
const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
