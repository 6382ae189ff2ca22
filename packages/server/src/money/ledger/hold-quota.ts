import type { NewLogRow } from '../../platform/storage/schema.ts'
import { DatabaseUnavailable } from '../../platform/storage/transient-errors.ts'
import { AccountBusy } from './account-busy.ts'
import { giveBack, type Hold, neededOf, newHold, setAside } from './book.ts'
import { checkWanted } from './check-amounts.ts'
import { LedgerRefusal, type NewHold, type ReserveAnswer, type Wanted } from './commands.ts'
import { type LedgerParts, SETTLEMENT_PATIENCE_MS } from './running-calls.ts'

/** Reserves, extends and releases the quota of running calls: in memory, if enough is leased. */
export function holdQuota(
  {
    calls: { holds, settling, settled },
    payers,
    membership,
    writer,
    journal,
    noteBusy,
    requestPatienceMs,
  }: LedgerParts,
  now: () => number,
) {
  /** Decides at once if enough is leased. */
  function hold(onto: Hold, wanted: Wanted): ReserveAnswer | Promise<ReserveAnswer> {
    const accounts = payers.of(onto)
    const enough = enoughFor(wanted)
    if (membership.isTrusted() && !writer.isInTrouble && payers.cover(accounts, onto, enough)) {
      const answer = setAside(onto, accounts, wanted)
      payers.changed(accounts)
      return answer
    }
    return holdPatiently(onto, wanted)
  }

  const holdPatiently = (onto: Hold, wanted: Wanted): Promise<ReserveAnswer> =>
    noted(
      onto,
      membership.patiently(requestPatienceMs, async isOver => {
        if (writer.isInTrouble) throw new DatabaseUnavailable('settlements wait for the database')
        await membership.check()
        const accounts = payers.of(onto)
        for (let amount = enoughFor(wanted); ; amount = wanted.least) {
          const isLast = amount === wanted.least
          const answer = await payers.withLeased(
            accounts,
            {
              ofUser: accounts.isSubscribed ? 0 : amount,
              ofToken: amount,
              ofPeriod: period => neededOf(onto, period, amount),
            },
            leased => {
              if (isOver()) throw new DatabaseUnavailable('nobody waits any more')
              expectOpen(onto)
              const decided = setAside(onto, accounts, wanted)
              if (typeof decided !== 'string') return decided
              if (leased === 'not returned') throw new AccountBusy('another node')
              // Another call may have taken the leased amount, so only the least amount is requested again.
              return leased === 'all' && isLast ? decided : null
            },
            isLast ? 'least' : 'offered',
          )
          if (answer) return answer
        }
      }),
    )

  async function noted(hold: Hold, answer: Promise<ReserveAnswer>): Promise<ReserveAnswer> {
    try {
      return await answer
    } catch (error) {
      noteBusy(hold.userId, error)
      throw error
    }
  }

  function reserve(wanted: NewHold): ReserveAnswer | Promise<ReserveAnswer> {
    const { requestId, amount } = wanted
    let made: Hold | null = null
    try {
      checkWanted(amount)
      if (holds.has(requestId) || settling.has(requestId) || settled.has(requestId))
        throw new LedgerRefusal(`request ${requestId} has reserved before`)
      made = newHold(wanted, now())
      holds.set(requestId, made)
      const answer = hold(made, amount)
      // nearly all are decided synchronously
      return answer instanceof Promise ? reserveLater(made, answer) : reserved(made, answer)
    } catch (error) {
      if (made) holds.delete(requestId)
      return Promise.reject(error)
    }
  }

  async function reserveLater(made: Hold, answering: Promise<ReserveAnswer>): Promise<ReserveAnswer> {
    try {
      const answer = await answering
      expectOpen(made)
      return reserved(made, answer)
    } catch (error) {
      holds.delete(made.requestId)
      throw error
    }
  }

  function reserved(made: Hold, answer: ReserveAnswer): ReserveAnswer {
    if (typeof answer === 'string') holds.delete(made.requestId)
    else journal.started(made)
    return answer
  }

  async function extend(requestId: string, amount: Wanted): Promise<ReserveAnswer> {
    checkWanted(amount)
    const open = holds.get(requestId)
    if (!open) throw new LedgerRefusal(`request ${requestId} has nothing reserved`)
    const answer = await hold(open, amount)
    expectOpen(open)
    return answer
  }

  /**
   * @throws LedgerRefusal if a hold was released or settled, with everything added to it, during a lease for it
   */
  function expectOpen(hold: Hold): void {
    if (holds.get(hold.requestId) !== hold) throw new LedgerRefusal(`request ${hold.requestId} no longer has a hold`)
  }

  async function release(requestId: string, row?: NewLogRow): Promise<void> {
    const open = holds.get(requestId)
    if (!open || settling.has(requestId)) return
    holds.delete(requestId)
    const accounts = payers.of(open)
    giveBack(open, accounts)
    payers.changed(accounts)
    if (row) await writer.record(row, SETTLEMENT_PATIENCE_MS)
    journal.ended(requestId)
  }

  return { reserve, extend, release }
}

/** Returns how much must be available for an exact answer. */
const enoughFor = ({ least, most, worst = most }: Wanted): number => Math.max(least, worst)
