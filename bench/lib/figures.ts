import type { Beside, Case, Figures, Spread } from './case.ts'
import type { Measurement } from './measure.ts'

/** The target for the version given by --against. */
export const EARLIER = 'earlier'

/** One round: the measurement of each target by name. */
export type Round = Partial<Record<string, Measurement>>

/**
 * Computes a target's figures from its rounds. Targets are compared within each round, so that slow phases of the
 * machine cancel out.
 */
export function figuresOf({ load, beside }: Pick<Case, 'load' | 'beside'>, rounds: Round[], target: string): Figures {
  const isPaced = unitOf(load) === 'chunk'
  const units = ({ chunks, requests }: Measurement) => (isPaced ? chunks : requests)
  const cpu = (measured: Measurement) => measured.cpuMicroseconds / units(measured)
  const own = (of: (measured: Measurement) => number) => spread(rounds.flatMap(round => round[target] ?? []).map(of))
  const between = (
    mine: string,
    other: Beside | typeof EARLIER,
    of: (own: Measurement, other: Measurement) => number,
  ) => spread(rounds.flatMap(({ [mine]: one, [other]: two }) => (one && two ? of(one, two) : [])))

  const byCpu = (one: Measurement, two: Measurement) => cpu(one) / cpu(two)
  const isAtRate = load.requestsPerSecond !== undefined && beside.includes('direct')
  const added = (of: (measured: Measurement) => number) => between(target, 'direct', (one, two) => of(one) - of(two))
  const hasCpu = rounds.some(round => (round[target]?.cpuMicroseconds ?? 0) > 0)
  const hasDatabase = rounds.some(round => (round[target]?.databaseMicroseconds ?? 0) > 0)
  const hasMemory = rounds.some(round => (round[target]?.memoryBytes ?? 0) > 0)
  const isStream = load.answer !== 'whole'
  return {
    callsPerSecond: own(({ requests, seconds }) => requests / seconds),
    cpu: own(cpu),
    ...(beside.includes('nginx') && hasCpu && { ratio: between(target, 'nginx', byCpu) }),
    ...(beside.includes('bare') && { bareRatio: between('bare', 'nginx', byCpu) }),
    ...(target !== EARLIER &&
      rounds.some(round => round[EARLIER]) && { earlierRatio: between(target, EARLIER, byCpu) }),
    ...(hasDatabase && { databaseCpu: own(measured => measured.databaseMicroseconds / units(measured)) }),
    ...(hasMemory && { memory: own(({ memoryBytes }) => memoryBytes / 2 ** 20) }),
    ...(isAtRate && {
      addedP50: added(({ latencyP50 }) => latencyP50),
      addedP99: added(({ latencyP99 }) => latencyP99),
    }),
    ...(isAtRate &&
      isStream && {
        addedFirstChunkP50: added(({ firstChunkP50 }) => firstChunkP50),
        addedFirstChunkP99: added(({ firstChunkP99 }) => firstChunkP99),
      }),
    ...(isPaced && { chunkDelayP99: own(({ chunkDelayP99 }) => chunkDelayP99) }),
  }
}

/** Chunks for streams paced by the provider, otherwise calls. */
export const unitOf = ({ answer, requestsPerSecond }: Case['load']): 'call' | 'chunk' =>
  answer === 'whole' || answer.startsWith('0x') || requestsPerSecond ? 'call' : 'chunk'

function spread(values: number[]): Spread {
  return { least: Math.min(...values), median: median(values), most: Math.max(...values) }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}
