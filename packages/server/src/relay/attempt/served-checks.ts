import type { ChannelFlag, FlagKind } from '@tollgate/contract'
import { comparable, isSameModel, makeDriftTest, type Tally } from '@tollgate/gateway'

/** Watches answered calls for upstreams that serve a different model, or whose token counts differ from ours. */
export interface ServedChecks {
  /**
   * @param asked the upstream's name of the model
   * @param ownInput our own count of the input tokens; null: not counted
   * @param isPlain whether its counts can be compared with ours
   */
  answered(channelId: number, asked: string, tally: Readonly<Tally>, ownInput: number | null, isPlain: boolean): void
  /**
   * Whether the input of a call is to be counted, which takes a microsecond for a thousand characters: one in ONE_IN, and
   * all until the counts of a model on a channel can be judged, except those that are long or cannot be compared.
   */
  wantsCount(channelId: number, asked: string, characters: number, isPlain: boolean): boolean
}

interface Deps {
  /** Called once for each finding while the process runs. */
  found(flag: Omit<ChannelFlag, 'since'>): void
  /** Whether a name belongs to a publicly known model, not to one of the operator's own. */
  isKnownModel(model: string): boolean
  /** In [0, 1). */
  random(): number
}

/** Pairs of model and channel watched at a time; beyond this, all start again. */
const MOST_WATCHED = 5_000
const LONGEST_NAME = 255
/** Verdicts kept for a model on a channel; cleared beyond this, because an upstream may make up names. */
const MOST_NAMES = 32
/** Enough to judge the counts once. */
const ALL_OF_FIRST = 64
const ONE_IN = 16
const LONGEST_COUNTED = 16 * 1024

interface Watched {
  /** Whether a name in an answer means the requested model. */
  verdicts: Map<string, boolean>
  input: ReturnType<typeof makeDriftTest>
  output: ReturnType<typeof makeDriftTest>
  flagged: Set<FlagKind>
  /** How many inputs were counted and compared. */
  compared: number
}

export function makeServedChecks({ found, isKnownModel, random }: Deps): ServedChecks {
  const watched = new Map<number, Map<string, Watched>>()
  let size = 0

  function watchedOf(channelId: number, model: string): Watched {
    const models = watched.get(channelId) ?? new Map<string, Watched>()
    const known = models.get(model)
    if (known) return known
    if (size >= MOST_WATCHED) {
      watched.clear()
      models.clear()
      size = 0
    }
    const made: Watched = {
      verdicts: new Map([[model, true]]),
      input: makeDriftTest('input'),
      output: makeDriftTest('output'),
      flagged: new Set(),
      compared: 0,
    }
    models.set(model, made)
    watched.set(channelId, models)
    size++
    return made
  }

  function isRight(verdicts: Watched['verdicts'], model: string, served: string): boolean {
    const known = verdicts.get(served)
    if (known !== undefined) return known
    if (verdicts.size >= MOST_NAMES) verdicts.clear()
    const found = isSameModel(model, served) || !isKnownModel(model)
    verdicts.set(served, found)
    return found
  }

  return {
    wantsCount(channelId, model, characters, isPlain) {
      const isDue = isPlain && characters <= LONGEST_COUNTED && watchedOf(channelId, model).compared < ALL_OF_FIRST
      return isDue || random() * ONE_IN < 1
    },
    answered(channel_id, model, tally, ownInput, isPlain) {
      const served = tally.model?.slice(0, LONGEST_NAME)
      const watch = watchedOf(channel_id, model)
      const flag = (kind: FlagKind, what: Partial<ChannelFlag>) => {
        if (watch.flagged.has(kind)) return
        watch.flagged.add(kind)
        found({ channel_id, kind, model: model.slice(0, LONGEST_NAME), ...what })
      }
      if (served !== undefined && !isRight(watch.verdicts, model, served)) flag('other_model', { served })
      if (!isPlain) return
      const counts = comparable(tally, ownInput)
      if (counts.input) watch.compared++
      const drifts = {
        input: counts.input && watch.input(counts.input),
        output: counts.output && watch.output(counts.output),
      }
      if (drifts.input) flag('input_counts', drifts.input)
      if (drifts.output) flag('output_counts', drifts.output)
    },
  }
}
