import { clientDialects } from '@tollgate/gateway'
import { clientsName, isNamedByNext, previousOf } from '../../request/conversation-of.ts'
import type { Envelope } from '../../request/envelope.ts'
import type { LoggedCall } from '../../request/logged-call.ts'

/** Numbers shared by the log rows of a conversation. A number reveals nothing about it. */
export interface ConversationMarks {
  /** A whole number from 1 up; 0: the call is in no conversation. */
  of(run: MarkedRun): number
  /** Notes the ids of a call's answer: calls that continue from them belong to its conversation. */
  answered(run: MarkedRun, responseIds: readonly (string | null | undefined)[]): void
}

/** The inputs of a call's mark. */
export interface MarkedRun {
  logged: LoggedCall
  envelope: Pick<Envelope, 'member'>
  request: Request
  /** What identifies its conversation, by name or by beginning; null: it belongs to none. */
  conversation(): string | null
}

/** Beyond this, old responses are forgotten; the first response of a chain then names the conversation. */
const MOST_RESPONSES = 20_000
const BITS = 48

/** @param secret keeps marks from being guessed */
export function makeConversationMarks(secret: string): ConversationMarks {
  const seed = Bun.hash(secret)
  const answers = new Map<string, number>()
  const hash = (userId: number, text: string) => Number(BigInt.asUintN(BITS, Bun.hash(`${userId}\n${text}`, seed))) || 1

  function markOf(run: MarkedRun): number {
    const { envelope, request } = run
    const { call, identity } = run.logged
    if (!(call.endpoint.format in clientDialects)) return 0
    const { userId } = identity
    const { stored } = call
    const previous = stored?.chain.at(-1) ?? textOf(isNamedByNext(call.endpoint.format) && previousOf(envelope))
    if (!previous && !stored?.conversationId) {
      const name = run.conversation()
      return name === null ? 0 : hash(userId, name)
    }
    const name = clientsName(envelope, request.headers) ?? stored?.conversationId
    if (name) return hash(userId, name)
    return answers.get(`${userId} ${previous}`) ?? hash(userId, stored?.chain[0] ?? previous)
  }

  return {
    of(run) {
      try {
        return markOf(run)
      } catch {
        // a member read here for the first time is malformed JSON
        return 0
      }
    },
    answered({ logged }, responseIds) {
      const mark = logged.conversation?.() ?? 0
      if (mark === 0 || !isNamedByNext(logged.call.endpoint.format)) return
      for (const id of responseIds) {
        if (!id) continue
        answers.set(`${logged.identity.userId} ${id}`, mark)
        const [oldest] = answers.keys()
        if (answers.size > MOST_RESPONSES && oldest !== undefined) answers.delete(oldest)
      }
    },
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
