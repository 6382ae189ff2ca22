import type { Bus } from '../../platform/cluster/bus.ts'
import type { Account, AccountKind } from './book.ts'

/** Messages between nodes about leases. Any may be lost, because the rows of leases say the same later. */
export interface LeaseMessages {
  /** Asks the other nodes to return the unused part of an account. */
  ask(account: Account): Question
  /** Answers these requests after this node returned its unused part. */
  returned(account: Account, questions: readonly string[]): void
}

export interface Question {
  /** Resolves when a node has answered or the time is over. */
  change(longestMs: number): Promise<void>
  isAnsweredBy(nodes: readonly string[]): boolean
  close(): void
}

interface Asked {
  kind: AccountKind
  id: number
  question: string
}

interface Returned {
  kind: AccountKind
  id: number
  node: string
  questions?: string[]
}

const RECALLED = 'lease-recalled'
const RETURNED = 'lease-returned'

/** @param onAsked called when another node wants the part that this one does not use */
export function leaseMessages(
  bus: Bus,
  node: () => string,
  onAsked: (kind: AccountKind, id: number, question: string) => void,
): LeaseMessages {
  const heard = new Map<string, (message: Returned) => void>()

  bus.on(RECALLED, payload => {
    const { kind, id, question } = payload as Asked
    onAsked(kind, id, question)
  })
  bus.on(RETURNED, payload => {
    const message = payload as Returned
    for (const hear of heard.values()) hear(message)
  })

  return {
    ask({ kind, id }) {
      const question = crypto.randomUUID()
      const answered = new Set<string>()
      let news: (() => void) | null = null
      let hasNews = false
      heard.set(question, message => {
        if (message.kind !== kind || message.id !== id) return
        if (message.questions?.includes(question)) answered.add(message.node)
        hasNews = true
        news?.()
      })
      bus.publish(RECALLED, { kind, id, question } satisfies Asked)
      return {
        async change(longestMs) {
          const { promise, resolve } = Promise.withResolvers<void>()
          news = resolve
          if (hasNews) resolve()
          const timer = setTimeout(resolve, longestMs)
          await promise
          clearTimeout(timer)
          news = null
          hasNews = false
        },
        isAnsweredBy: nodes => nodes.every(node => answered.has(node)),
        close: () => void heard.delete(question),
      }
    },
    returned({ kind, id }, questions) {
      bus.publish(RETURNED, { kind, id, node: node(), questions: [...questions] } satisfies Returned)
    },
  }
}
