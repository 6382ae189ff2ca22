import type { AnswerEvent, FinishEvent, FinishReason, StartEvent } from '../../canonical/answer.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { WriteAnswerContext } from '../common/dialect.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { TIERS } from '../gemini/parameters.ts'
import { writeFault } from './errors.ts'
import { limits } from './limits.ts'
import { type Say, StepWriter } from './write-steps.ts'
import { writeUsage } from './write-usage.ts'

/** Writes an answer's events as those of an interaction's stream; `interaction` is their sum. */
export class InteractionWriter {
  /** The interaction as far as it is known. */
  interaction: JsonObject = {}
  private readonly steps: StepWriter

  constructor(
    private readonly context: WriteAnswerContext,
    private readonly losses: Loss[],
    private readonly say: Say,
  ) {
    this.steps = new StepWriter(say, losses)
  }

  write(event: AnswerEvent): void {
    switch (event.type) {
      case 'start':
        this.start(event)
        return
      case 'finish':
        this.finish(event)
        return
      case 'error':
        this.say('error', { error: writeFault({ ...event.error, requestId: this.context.requestId }) })
        return
      case 'usage':
        return
      default:
        this.steps.write(event)
    }
  }

  private start({ id, model, created, serviceTier }: StartEvent): void {
    const { context } = this
    const time = timeOf(created ?? context.created)
    this.interaction = {
      id: id || context.id,
      object: 'interaction',
      model: context.model || model,
      status: 'in_progress',
      created: time,
      updated: time,
      ...this.tier(serviceTier),
      ...context.stored,
    }
    this.say('interaction.created', { interaction: this.interaction })
    this.say('interaction.status_update', { interaction_id: this.interaction.id, status: 'in_progress' })
  }

  private finish({ reason, usage, stopSequence, otherReasons }: FinishEvent): void {
    if (UNTOLD.has(reason)) note(this.losses, limits.incomplete)
    if (stopSequence !== undefined) note(this.losses, limits.stopSequence)
    if (otherReasons) note(this.losses, limits.furtherAnswers)
    const interaction = { ...this.interaction, status: STATUS_OF[reason], ...(usage && { usage: writeUsage(usage) }) }
    // as at Google, the steps were sent before
    this.say('interaction.completed', { interaction })
    this.interaction = { ...interaction, steps: this.steps.steps }
  }

  private tier(tier: string | undefined): JsonObject {
    if (tier === undefined) return {}
    const found = TIERS.find(([ours]) => ours === tier)
    if (!found) note(this.losses, limits.tier)
    return found ? { service_tier: found[1] } : {}
  }
}

const STATUS_OF: Readonly<Record<FinishReason, string>> = {
  stop: 'completed',
  'tool-calls': 'requires_action',
  length: 'incomplete',
  'content-filter': 'incomplete',
  refusal: 'incomplete',
  pause: 'incomplete',
}

const UNTOLD: ReadonlySet<FinishReason> = new Set(['content-filter', 'refusal', 'pause'])

/** `YYYY-MM-DDThh:mm:ssZ`. */
const timeOf = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`
