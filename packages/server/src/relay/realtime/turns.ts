import type { EndedBy } from '@tollgate/contract'
import { type Conversation, type Follower, followings, planHold, type RealtimeMessage } from '@tollgate/gateway'
import type { Admission } from '../authenticate.ts'
import { callLimitOf } from '../call-limits.ts'
import { consumption } from '../consumption.ts'
import type { Settle } from '../deliver.ts'
import type { LoggedCall } from '../log-rows.ts'
import { keepPace, type Pace } from '../pace.ts'
import { openPurse, type Purse } from '../purse.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { RelayDeps } from '../relay.ts'
import type { RelayCall } from '../relay-call.ts'
import { settlement } from '../settlement.ts'
import type { Terms } from '../terms.ts'
import { chargeTranscription } from './charge-transcription.ts'
import { soFar } from './so-far.ts'

/** The responses of a session, each a call of its own: admitted, charged and logged as any other. */
export interface Turns {
  /**
   * Sets aside what the next response may cost, where that is not done yet.
   *
   * @throws Refusal when the caller may not have another
   */
  prepare(): Promise<void>
  /**
   * Lets the next response in, once, however often it is asked for.
   *
   * @throws Refusal
   */
  allow(): Promise<Admitted>
  /**
   * A response begins, unless it has begun already.
   *
   * @throws Refusal when it may not
   */
  begin(responseId: string | null): Promise<void>
  /** Reads a message of a response along. False: the wallet is empty. */
  follow(responseId: string | null, message: string): boolean | Promise<boolean>
  /** Charges a response, before its last word leaves. */
  finish(responseId: string | null, endedBy: EndedBy): Promise<void>
  /** Charges what was written down of what the client said, where the upstream counts it. */
  transcribed(message: RealtimeMessage): Promise<void>
  /** The ids of those under way; empty where an upstream gives none. */
  running(): string[]
  /** Charges what runs, and gives back what was set aside for what never began. */
  close(endedBy: EndedBy, failure: Refusal | undefined): Promise<void>
}

/** A caller let in, on the terms of the moment. */
type Admitted = Admission & { terms: Terms }

/** What a session's responses have in common. */
interface TurnSetting {
  /** The session as the log knows it by now. */
  logged(): LoggedCall
  conversation: Conversation
  /** Whether the caller may still call, and on what terms now. */
  admit(): Promise<Admitted>
}

interface Hold {
  call: RelayCall
  purse: Purse
}

interface Turn {
  follower: Follower
  pace: Pace
  settle: Settle
  /** What it consumed, as far as is known. */
  consumed(): ReturnType<typeof consumption>['usage']
}

const FORMAT = 'openai-realtime'
const NAMELESS = ''

export function makeTurns({ logged, conversation, admit }: TurnSetting, deps: RelayDeps): Turns {
  const { ledger, callLimits, options } = deps
  const turns = new Map<string, Turn>()
  /** Nothing is charged twice, however often its end is told. */
  const ended = new Set<string>()
  let next: Promise<Hold> | null = null
  /** Takes the next response off the count of those that succeed; null: it is not counted yet. */
  let uncount: (() => void) | null = null
  let isClosed = false

  const request = () => soFar(logged().model, conversation)
  const newCall = (): RelayCall => ({ ...logged().call, id: Bun.randomUUIDv7(), startedAt: performance.now() })

  async function setAside(terms: Terms): Promise<Hold> {
    const call = newCall()
    const purse = openPurse({ ...logged(), call }, terms.group, ledger)
    await fill(purse, terms)
    return { call, purse }
  }

  /** Brings a hold to what a response to the conversation as it is now may cost. */
  async function fill(purse: Purse, terms: Terms) {
    const asked = request()
    const { model } = asked
    const limits = deps.prices.limitsOf(model)
    const sized = { format: FORMAT, askedFormat: FORMAT, model, asked, text: '', member: asked.member, limits } as const
    const plan = planHold({ ...sized, isStream: true }, terms)
    const amount = plan.cost(plan.expected, options.get('PreConsumedQuota'))
    const refusal = await purse.fill(amount, amount)
    if (refusal) throw refusal
    return plan
  }

  async function prepare(isAsked: boolean) {
    const admitted = await admit()
    if (isClosed) throw refuse('client_gone')
    if (isAsked) uncount ??= callLimits.admit(admitted.passport.userId, callLimitOf(admitted.terms.group, options))
    next ??= setAside(admitted.terms)
    const hold = next
    try {
      return { ...admitted, hold: await hold }
    } catch (error) {
      if (next === hold) next = null
      throw error
    }
  }

  async function finish(responseId: string, endedBy: EndedBy, failure?: Refusal): Promise<void> {
    const turn = turns.get(responseId)
    if (!turn) return
    turns.delete(responseId)
    if (responseId !== NAMELESS) ended.add(responseId)
    await turn.settle(endedBy, failure)
    conversation.answered(turn.consumed())
  }

  /** A response that does not say which it belongs to belongs to the only one. */
  const idOf = (responseId: string | null): string => responseId ?? turns.keys().next().value ?? NAMELESS

  return {
    async prepare() {
      await prepare(false)
    },
    allow: () => prepare(true),
    async begin(responseId) {
      const id = idOf(responseId)
      if (turns.has(id) || ended.has(id)) return
      const { passport, terms, hold } = await prepare(true)
      const { call, purse } = hold
      next = null
      uncount = null
      // More may have been said since.
      const plan = await fill(purse, terms).catch(async error => {
        await ledger.release(call.id)
        throw error
      })
      const asked = request()
      const follower = followings[FORMAT].stream({ hideUsage: false })
      const { tally } = follower
      const answered = { ...logged(), call: { ...call, startedAt: performance.now() }, passport, group: terms.group }
      turns.set(id, {
        follower,
        pace: keepPace(plan, purse),
        settle: settlement(answered, asked, terms, tally, deps),
        consumed: () => consumption(FORMAT, asked, tally, deps.prices.limitsOf(answered.model)).usage,
      })
    },
    follow(responseId, message) {
      const turn = turns.get(idOf(responseId))
      if (!turn) return true
      turn.follower.push(Buffer.from(message))
      const { tally } = turn.follower
      return tally.finished || turn.pace.keeps(tally)
    },
    finish: (responseId, endedBy) => finish(idOf(responseId), endedBy),
    transcribed: async message =>
      chargeTranscription(
        message,
        { ...(await admit()), logged: { ...logged(), call: newCall() }, conversation },
        deps,
      ),
    running: () => [...turns.keys()],
    async close(endedBy, failure) {
      isClosed = true
      for (const responseId of turns.keys()) await finish(responseId, endedBy, failure)
      uncount?.()
      const unused = await next?.catch(() => null)
      if (unused) await ledger.release(unused.call.id)
    },
  }
}
