import { SLOT_SECONDS } from '../usage-figures.ts'

const HOUR = 3600

/** The columns that group figures, besides their time. */
export const DIMENSIONS = {
  model: 'model_name',
  channel: 'channel_id',
  user: 'user_id',
  token: 'token_id',
  cause: 'cause',
  group: 'group',
} as const
export type Dimension = keyof typeof DIMENSIONS

/** One grouping of figures. */
export interface Facet {
  id: number
  /** The columns it groups by. */
  by: readonly Dimension[]
  /** Only of failed calls. */
  isOfFailed?: boolean
  /** Lengths of its units of time, in seconds, each a multiple of the one before. Units begin at multiples of their length. */
  levels: readonly number[]
}

const LONG = [8 * HOUR, 64 * HOUR, 512 * HOUR]

/**
 * Smaller facets first. By user and token, hours have nearly as many sums as there are calls, so those facets start
 * with longer units. A token's calls nearly always have one group, which therefore adds hardly any sums to them.
 */
export const FACETS: readonly Facet[] = [
  { id: 1, by: ['model'], levels: [SLOT_SECONDS, HOUR, ...LONG] },
  { id: 8, by: ['model', 'group'], levels: [HOUR, ...LONG] },
  { id: 2, by: ['model', 'channel', 'group'], levels: [HOUR, ...LONG] },
  { id: 3, by: ['user', 'token', 'group'], levels: [HOUR, ...LONG] },
  { id: 4, by: ['model', 'user', 'token', 'group'], levels: [HOUR, ...LONG] },
  { id: 5, by: ['channel', 'user', 'token', 'group'], levels: LONG },
  { id: 9, by: ['model', 'channel', 'user', 'token', 'group'], levels: LONG.slice(1) },
  { id: 6, by: ['model', 'channel', 'group', 'cause'], isOfFailed: true, levels: [HOUR, ...LONG] },
  { id: 7, by: ['model', 'user', 'token', 'group', 'cause'], isOfFailed: true, levels: LONG },
]

/** The smallest facet that groups by these columns; undefined: none does. */
export const facetFor = (wanted: readonly Dimension[], ofFailed = false): Facet | undefined =>
  FACETS.find(({ by, isOfFailed = false }) => isOfFailed === ofFailed && wanted.every(name => by.includes(name)))

/** A level that is built from the one below it. */
export interface Level {
  facet: Facet
  seconds: number
  below: number
}

/** Lower levels first. */
export const LEVELS: readonly Level[] = FACETS.flatMap(facet =>
  facet.levels.slice(1).map((seconds, place) => ({ facet, seconds, below: facet.levels[place] ?? 0 })),
)

/** The length of a facet's shortest units. */
export const shortestOf = ({ levels }: Facet): number => levels[0] ?? 0
