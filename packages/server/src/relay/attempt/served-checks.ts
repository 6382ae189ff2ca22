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
}

interface Deps {
  /** Called once for each finding while the process runs. */
  found(flag: Omit<ChannelFlag, 'since'>): void
  /** Whether a name belongs to a publicly known model, not to one of the operator's own. */
  isKnownModel(model: string): boolean
}

/** Pairs of model and channel watched at a time; beyond this, all start again. */
const MOST_WATCHED = 5_000
const LONGEST_NAME = 255
/** Verdicts kept for a model on a channel; cleared beyond this, because an upstream may make up names. */
const MOST_NAMES = 32

interface Watched {
  /** Whether a name in an answer means the requested model. */
  verdicts: Map<string, boolean>
  input: ReturnType<typeof makeDriftTest>
  output: ReturnType<typeof makeDriftTest>
  flagged: Set<FlagKind>
}

export function makeServedChecks({ found, isKnownModel }: Deps): ServedChecks {
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
      const drifts = {
        input: counts.input && watch.input(counts.input),
        output: counts.output && watch.output(counts.output),
      }
      if (drifts.input) flag('input_counts', drifts.input)
      if (drifts.output) flag('output_counts', drifts.output)
    },
  }
}
