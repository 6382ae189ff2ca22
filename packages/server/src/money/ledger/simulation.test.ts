import { describe, expect, test } from 'bun:test'
import { CHILD_KEY_DEPTH_MAX, LOG_TYPE } from '@tollgate/contract'
import { array, constantFrom, integer, record, sample } from 'fast-check'
import { sql } from 'kysely'
import { databases } from '../../../test/support/databases.ts'
import { until } from '../../../test/support/until.ts'
import { endBranchOf, endedWithRest, freezeBranch } from '../../people/tokens/children/store.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import { changeStanding } from '../payment/change-standing.ts'
import { creditOrder } from '../payment/credit-order.ts'
import { renewByCard } from '../payment/plans/renew-by-card.ts'
import { recallForPlan } from '../payment/plans/start-plan.ts'
import { endSubscription } from '../plans/end-subscription.ts'
import { heldSubscriptions } from '../plans/held-subscription.ts'
import { withOwn } from '../plans/own.ts'
import { settleTerms } from '../plans/renew.ts'
import { leaveSeatsOf, takeSeat } from '../plans/seats.ts'
import { subscribe } from '../plans/subscribe.ts'
import { subscriptionsIn, termsOf, testPlan } from '../plans/testing.ts'
import { priceUpgrade, upgradePlan } from '../plans/upgrade.ts'
import { findOrder, updateOrder } from '../wallet/store.ts'
import { orderOfPlan } from '../wallet/testing.ts'
import {
  carveSlice,
  changeCharge,
  credit,
  findCharge,
  type Ledger,
  LedgerRefusal,
  lockAccountsChain,
  type NewHold,
  returnSlices,
  setBalance,
  setTokenCap,
  transfer,
  transferRest,
} from './index.ts'
import { consumeRow, makeLedgerFixture, NOW, openTestLedger, type Payer } from './testing.ts'

const STEPS = Number(process.env.SIMULATION_STEPS ?? 60)
const SEED = Number(process.env.SIMULATION_SEED ?? 20_261_121)
/** After this it starts over, because auditing a long ledger takes long. */
const LONGEST_EPISODE = 1_000

const REQUESTS = ['reserve', 'settle', 'reserve', 'settle', 'reserve', 'settle', 'release', 'extend', 'replay'] as const
const CHANGES = [
  'credit',
  'refund',
  'take a refund back',
  'set balance',
  'set cap',
  'switch unlimited',
  'delete token',
  'record',
  'make a child',
  'end a branch',
  'freeze',
  'return slices',
  'buy a plan',
  'pay for a plan',
  'pay for a plan of a team',
  'take a seat',
  'leave seats',
  'pay a plan back',
  'renew plans',
  'reset windows',
  'end a plan',
  'upgrade a plan',
  'pay for an upgrade',
  'renew by card',
  'pay into a team',
  'return the rest of a team',
  'raise a budget',
] as const
const EVENTS = [...REQUESTS, ...REQUESTS, ...CHANGES, 'crash'] as const
interface Event {
  what: (typeof EVENTS)[number]
  payer: number
  amount: number
  /** Chooses among running requests, settled ones and nodes. */
  which: number
}
const event = record<Event>({
  what: constantFrom(...EVENTS),
  payer: integer({ min: 0, max: 1_000_000 }),
  amount: integer({ min: 0, max: 400 }),
  which: integer({ min: 0, max: 1_000_000 }),
})
/** Concurrent events of one moment. */
const step = array(event, { minLength: 1, maxLength: 12 })

interface Running {
  payer: Payer
  hold: NewHold
  node: Ledger
}

const episodes = Array.from({ length: Math.ceil(STEPS / LONGEST_EPISODE) }, (_, index) => ({
  seed: SEED + index,
  steps: Math.min(LONGEST_EPISODE, STEPS - index * LONGEST_EPISODE),
}))

for (const { kind, open } of databases()) {
  describe(`whatever happens on ${kind}`, () => {
    test.each(episodes)(
      'the books balance after every step (seed $seed, $steps steps)',
      async ({ seed, steps }) => {
        const app = await makeLedgerFixture(await open())
        const { storage } = app
        const { db } = storage
        // On PostgreSQL, two nodes share the database; on SQLite, a second one would consider the first dead.
        const nodes = kind === 'postgres' ? [app.ledger, await openTestLedger(storage)] : [app.ledger]
        const payers = await Promise.all([1, 2, 3].map(index => app.payer({ balance: 3000, cap: 1000 * index })))
        const tops = [...payers]
        const budgets = new Map<number, number>()
        for (const { userId, tokenId } of tops) budgets.set(userId, await makeProject(db, userId, tokenId))
        const running: Running[] = []
        const settled: (Running & { quota: number })[] = []
        const plan = await testPlan(db, { stock: 9, seats: 1 })
        const byCalls = await testPlan(db, {
          ...{ name: 'By calls', price: 350, unit: 'calls', five_hours: 4_000, day: null, total: 9_000 },
        })
        // The first account is the team of the two others.
        const [team, ...members] = tops as [Payer, ...Payer[]]
        for (const { userId: user_id } of members)
          await db
            .insertInto('team_members')
            .values({ team_id: team.userId, user_id, role: 'member', seat_id: 0, joined_at: NOW })
            .execute()
        const ofTeam = { id: team.userId, name: 'team' }
        const terms = termsOf(NOW)
        let charged = 0

        const actions: Record<Event['what'], (event: Event & { by: Payer }) => Promise<unknown>> = {
          async reserve({ by, amount, which }) {
            const node = chosen(nodes, which)
            // Calls of the team are sometimes a member's, who may have no seat.
            const memberId = which % 4 === 0 && by.userId === team.userId ? chosen(members, which).userId : 0
            const plan = which % 2 === 0 ? (await heldSubscriptions(db, by.userId, memberId))[which % 3] : undefined
            const windows = plan && (await plan.windows(NOW)).map(({ id }) => id)
            const callWeight = plan?.countsCalls ? 1 + ((amount * 13) % 2_500) : 0
            const subscription = plan && windows && { id: plan.id, windows, callWeight }
            const hold = {
              ...app.hold(by, amount),
              amount: wanted(amount, which),
              periods: [budgetOf(by)],
              ...(subscription && { subscription }),
            }
            if (typeof (await node.reserve(hold)) !== 'string') running.push({ payer: by, hold, node })
          },
          async settle({ amount, which }) {
            const request = taken(running, which)
            if (!request) return
            const { quota } = await request.node.settle(app.settlement(request.payer, request.hold, amount))
            charged += quota
            settled.push({ ...request, quota: amount })
          },
          async release({ which }) {
            const request = taken(running, which)
            const row = request && { ...consumeRow(request.payer, 0), type: LOG_TYPE.error }
            await request?.node.release(request.hold.requestId, row)
          },
          async extend({ amount, which }) {
            const request = taken(running, which)
            if (!request) return
            await request.node.extend(request.hold.requestId, wanted(amount, which))
            running.push(request)
          },
          async replay({ which }) {
            if (settled.length === 0) return
            const { payer, hold, quota } = chosen(settled, which)
            const node = chosen(nodes, which)
            await node.settle(app.settlement(payer, hold, quota))
            const otherwise = node.settle(app.settlement(payer, hold, quota + 1))
            expect(await otherwise.catch(error => error)).toBeInstanceOf(LedgerRefusal)
          },
          credit: ({ by, amount, which }) =>
            credit(db, { userId: by.userId, amount, reference: `redemption:${which % 50}`, now: NOW }),
          async refund({ which }) {
            if (settled.length === 0) return
            const { requestId } = chosen(settled, which).hold
            const charge = await findCharge(db, requestId)
            if (charge)
              await changeCharge(db, { reference: `refund:${requestId}`, requestId, more: -charge.cost, now: NOW })
          },
          async 'take a refund back'({ which }) {
            if (settled.length === 0) return
            const { requestId } = chosen(settled, which).hold
            const isRefunded = await db
              .selectFrom('ledger_entries')
              .select('id')
              .where('reference', '=', `refund:${requestId}`)
              .executeTakeFirst()
            const charge = isRefunded && (await findCharge(db, requestId))
            const reference = `refund-undone:${requestId}`
            if (charge) await changeCharge(db, { reference, requestId, more: charge.cost, now: NOW })
          },
          async 'set balance'({ by, amount, which }) {
            await chosen(nodes, which).recall('user', by.userId)
            await setBalance(db, { userId: by.userId, balance: amount * 5, now: NOW })
          },
          async 'set cap'({ by, amount, which }) {
            await chosen(nodes, which).recall('token', by.tokenId)
            await setTokenCap(db, { tokenId: by.tokenId, remain: amount * 3, now: NOW })
          },
          'switch unlimited': async ({ by, which }) =>
            tops.includes(by) &&
            db
              .updateTable('tokens')
              .set({ unlimited_quota: which % 2 })
              .where('id', '=', by.tokenId)
              .execute(),
          'delete token': async ({ by, which }) =>
            tops.includes(by) &&
            payers.length === tops.length &&
            db
              .updateTable('tokens')
              .set({ deleted_at: which % 2 === 0 ? NOW : null })
              .where('id', '=', by.tokenId)
              .execute(),
          async record({ by, which }) {
            chosen(nodes, which).record({ ...consumeRow(by, 0), type: LOG_TYPE.error })
          },
          async 'make a child'({ by, amount, which }) {
            await chosen(nodes, which).recall('token', by.tokenId)
            const tokenId = await inTransaction(db, db => makeChild(db, by.tokenId, amount)).catch(undone)
            if (tokenId) payers.push({ ...by, tokenId })
          },
          'end a branch': ({ by }) =>
            inTransaction(db, async db => {
              await lockAccountsChain(db)
              // Keys without a parent stay, so that there is always one that pays.
              if (!tops.includes(by)) await endBranchOf(db, by.tokenId, NOW)
            }),
          freeze: ({ by, which }) =>
            inTransaction(db, async db => {
              await lockAccountsChain(db)
              await freezeBranch(db, by.tokenId, which % 2 === 0)
            }),
          async 'return slices'({ which }) {
            const ended = await endedWithRest(db, NOW, 100)
            for (const { id } of ended) await chosen(nodes, which).recall('token', id)
            await returnSlices(
              db,
              ended.map(({ id }) => id),
              NOW,
            )
          },
          async 'buy a plan'({ by, which }) {
            const node = chosen(nodes, which)
            await node.recall('user', by.userId)
            const bought = inTransaction(db, db =>
              subscribe(
                db,
                {
                  ...{ userId: by.userId, plan: which % 3 === 0 ? byCalls : plan, source: 'bought' },
                  ...{ renews: which % 4 > 0, now: NOW },
                },
                terms,
              ),
            )
            // It was too dear or one too many.
            await bought.catch(error => expect(error).toHaveProperty('status', 200))
          },
          async 'pay for a plan'({ by, which }) {
            const renews = which % 2 === 0
            const order = await orderOfPlan(db, by.userId, which % 3 === 0 ? byCalls : plan, { renews })
            const credited = [1, 2].map(() => inTransaction(db, db => creditOrder(db, terms, order)))
            expect((await Promise.all(credited)).toSorted()).toEqual([false, true])
          },
          async 'pay for a plan of a team'({ which }) {
            const { userId } = chosen(members, which)
            const order = await orderOfPlan(db, userId, plan, { renews: which % 2 === 0, team: ofTeam })
            const credited = [1, 2].map(() => inTransaction(db, db => creditOrder(db, terms, order)))
            expect((await Promise.all(credited)).toSorted()).toEqual([false, true])
          },
          async 'take a seat'({ which }) {
            const row = chosen([...(await subscriptionsIn(db, team.userId)), null], which)
            if (!row) return
            const taken = withOwn({ ...terms, db }, { userId: team.userId, id: row.id }, (db, row) =>
              takeSeat(db, row, chosen(members, which).userId, NOW),
            )
            // It had ended, or the seat was taken.
            await taken.catch(error => expect(error).toHaveProperty('status', 200))
          },
          'leave seats': ({ which }) => leaveSeatsOf(db, team.userId, chosen(members, which).userId),
          async 'pay a plan back'({ amount, which }) {
            const orders = await db.selectFrom('top_ups').select('id').orderBy('id').execute()
            if (orders.length === 0) return
            const state = chosen(['open', 'won', 'lost'] as const, which)
            const means = { ...terms, db, ledger: chosen(nodes, which) }
            const standing =
              which % 2 === 0 ? { refundedCents: amount } : { dispute: { id: 'one', cents: amount, state } }
            await changeStanding(means, chosen(orders, which).id, standing)
          },
          async 'renew plans'({ by, which }) {
            await db.updateTable('subscriptions').set({ term_end: NOW }).where('user_id', '=', by.userId).execute()
            const means = { ...terms, db, ledger: chosen(nodes, which) }
            await settleTerms(means, new AbortController().signal, () => undefined)
          },
          async 'reset windows'({ by, which }) {
            const row = chosen([...(await subscriptionsIn(db, by.userId)), null], which)
            if (!row) return
            const resets = row.resets + 1
            await db.updateTable('subscriptions').set({ resets, five_start: 0 }).where('id', '=', row.id).execute()
          },
          async 'end a plan'({ by, which }) {
            const row = chosen([...(await subscriptionsIn(db, by.userId)), null], which)
            if (row) await inTransaction(db, db => endSubscription(db, row, 'by_user', NOW))
          },
          async 'upgrade a plan'({ by, which }) {
            const row = chosen([...(await subscriptionsIn(db, by.userId)), null], which)
            if (!row) return
            const [own, wanted] = [
              { userId: by.userId, id: row.id, username: '' },
              row.plan_id === plan.id ? byCalls : plan,
            ]
            const means = { ...terms, db, ledger: chosen(nodes, which) }
            // Two at once, of which one can succeed; or the wallet or the stock lacks it.
            const upgraded = [1, 2].map(() => upgradePlan(means, own, { plan_id: wanted.id, due: wanted.price }))
            const answers = await Promise.allSettled(upgraded)
            expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
            for (const answer of answers)
              if (answer.status === 'rejected') expect(answer.reason).toHaveProperty('status', 200)
          },
          async 'pay for an upgrade'({ by, which }) {
            const row = chosen([...(await subscriptionsIn(db, by.userId)), null], which)
            if (!row) return
            const wanted = row.plan_id === plan.id ? byCalls : plan
            const isForTeam = by.userId === team.userId
            const means = { ...terms, db, ledger: chosen(nodes, which) }
            const own = { userId: by.userId, id: row.id, isForTeam }
            const priced = await priceUpgrade(means, own, wanted.id).catch(error => {
              // It has ended meanwhile.
              expect(error).toHaveProperty('status', 200)
            })
            if (!priced || priced.due === 0) return
            const { counted, at, due: quota } = priced
            const upgrade = { id: row.id, term: row.term, counted, at }
            const payer = isForTeam ? chosen(members, which).userId : by.userId
            const order = await orderOfPlan(db, payer, wanted, {
              ...{ renews: false, team: isForTeam ? ofTeam : null, upgrade, quota },
            })
            await recallForPlan(means, order)
            const credited = [1, 2].map(() => inTransaction(db, db => creditOrder(db, terms, order)))
            expect((await Promise.all(credited)).toSorted()).toEqual([false, true])
          },
          async 'renew by card'({ which }) {
            const first = db
              .selectFrom('top_ups')
              .select(['id', 'trade_no'])
              .where('term', '=', 1)
              .where('subscription_id', '>', 0)
            const orders = await first.orderBy('id').execute()
            if (orders.length === 0) return
            const { id, trade_no } = chosen(orders, which)
            await updateOrder(db, id, { card_ref: `sub_${id}` })
            const order = await findOrder(db, trade_no)
            const means = { ...terms, db, ledger: chosen(nodes, which) }
            const paid = { reference: `in_${id}_${which % 5}`, payment: `pi_${id}_${which % 5}` }
            if (order) await Promise.all([1, 2].map(() => renewByCard(means, order, paid)))
          },
          async 'pay into a team'({ by, amount, which }) {
            const { userId: toId } = chosen(payers, which)
            if (toId === by.userId) return
            await chosen(nodes, which).recall('user', by.userId)
            const reference = `team-in:${toId}:${by.userId}:${crypto.randomUUID()}` as const
            await transfer(db, { fromId: by.userId, toId, amount, reference, now: NOW })
          },
          async 'return the rest of a team'({ by, which }) {
            const { userId: toId } = chosen(payers, which)
            if (toId === by.userId) return
            await chosen(nodes, which).recall('user', by.userId)
            const reference = `team-out:${by.userId}:${toId}:${crypto.randomUUID()}` as const
            await transferRest(db, { fromId: by.userId, toId, reference, now: NOW })
          },
          async 'raise a budget'({ by, amount }) {
            const more = (token: { period_quota: number }) => token.period_quota + amount * 5
            await inTransaction(db, async db => {
              await lockAccountsChain(db)
              const seat = db.selectFrom('tokens').select('period_quota').where('id', '=', budgetOf(by).ownerId)
              const change = { period_quota: more(await seat.executeTakeFirstOrThrow()) }
              await db.updateTable('tokens').set(change).where('id', '=', budgetOf(by).ownerId).execute()
            })
          },
          crash: async () => undefined,
        }

        const budgetOf = ({ userId }: Payer) =>
          ({ owner: 'token', ownerId: budgets.get(userId) ?? 0, period: 'month' }) as const

        /** One node stops with its requests running, and another takes its place. */
        const crash = async () => {
          const dead = nodes.shift()
          const id = dead?.node() ?? ''
          await dead?.close()
          nodes.push(await openTestLedger(storage))
          running.splice(0, running.length, ...running.filter(request => request.node !== dead))
          await until(
            () => leasesOf(id),
            leases => leases === 0,
          )
        }

        for (const events of sample(step, { numRuns: steps, seed })) {
          await Promise.all(events.map(event => actions[event.what]({ ...event, by: chosen(payers, event.payer) })))
          if (events.some(event => event.what === 'crash')) await crash()
          expect(await app.findings()).toEqual([])
          expect(await loggedCharges()).toBe(charged)
          expect(await madeBySlices()).toBe(0)
          expect(await beyondBudgets()).toEqual([])
          expect(await mostSeated()).toBeLessThanOrEqual(1)
        }
        for (const node of nodes) await node.close()
        await app.close()

        async function leasesOf(node: string): Promise<number> {
          const leases = await db.selectFrom('leases').select('taken').where('node', '=', node).execute()
          return leases.length
        }

        /** Returns the quota of caps beyond what came in and was spent; slices only move it. */
        async function madeBySlices(): Promise<number> {
          const { rows } = await sql<{ made: number }>`
            select (select coalesce(sum(remain_quota), 0) from tokens) - coalesce(sum(token_amount), 0) as made
            from ledger_entries where kind not in ('slice', 'slice-back')`.execute(db)
          return Number(rows[0]?.made)
        }

        /** Returns the projects of which more is spent and held than their budget allows. */
        async function beyondBudgets() {
          const { rows } = await sql`
            select seat.id from team_projects project join tokens seat on seat.id = project.id
            join spending_periods period on period.owner = 'token' and period.owner_id = seat.id
            where period.spent + period.leased > seat.period_quota or period.spent < 0`.execute(db)
          return rows
        }

        /** Returns the most members with a seat of one plan. */
        async function mostSeated(): Promise<number> {
          const { rows } = await sql<{ most: number }>`
            select coalesce(max(seated), 0) as most from (
              select count(*) as seated from subscription_seats group by subscription_id) counted`.execute(db)
          return Number(rows[0]?.most)
        }

        async function loggedCharges(): Promise<number> {
          const rows = await db.selectFrom('logs').select('quota').where('type', '=', LOG_TYPE.consume).execute()
          return rows.reduce((sum, row) => sum + row.quota, 0)
        }
      },
      600_000,
    )
  })
}

/** Puts a token into a new project with a budget; its children belong to it too. Returns the id. */
async function makeProject(db: Db, team_id: number, tokenId: number): Promise<number> {
  const key = { key_fingerprint: crypto.randomUUID(), key_sealed: '', key_hint: '' }
  const budget = { quota_period: 'month', period_quota: 2_000, unlimited_quota: 1 as const }
  const { id } = await db
    .insertInto('tokens')
    .values({ ...key, ...budget, name: '', user_id: team_id, created_time: NOW, deleted_at: NOW })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('team_projects').values({ id, team_id, name: 'project', created_at: NOW }).execute()
  await db.updateTable('tokens').set({ project_id: id }).where('id', '=', tokenId).execute()
  return id
}

class Undone extends Error {}
const undone = (error: unknown) => {
  if (error instanceof Undone) return null
  throw error
}

/** Makes a child key with a slice of its parent's cap, like the console does. */
async function makeChild(db: Db, parentId: number, amount: number): Promise<number> {
  await lockAccountsChain(db)
  const parent = await db.selectFrom('tokens').selectAll().where('id', '=', parentId).executeTakeFirstOrThrow()
  if (parent.deleted_at !== null || parent.frozen > 0 || parent.depth >= CHILD_KEY_DEPTH_MAX) throw new Undone()
  const { id } = await db
    .insertInto('tokens')
    .values({
      user_id: parent.user_id,
      project_id: parent.project_id,
      key_fingerprint: crypto.randomUUID(),
      key_sealed: '',
      key_hint: '',
      name: 'child',
      created_time: NOW,
      parent_id: parent.id,
      root_id: parent.root_id || parent.id,
      depth: parent.depth + 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const isCarved = await carveSlice(db, { parentId, childId: id, amount, now: NOW })
  if (typeof isCarved === 'string') throw new Undone()
  await db
    .updateTable('tokens')
    .set({ is_carved: Number(isCarved) })
    .where('id', '=', id)
    .execute()
  return id
}

/** Sometimes a smaller amount is enough. */
const wanted = (amount: number, which: number) => ({
  least: which % 3 === 0 ? Math.trunc(amount / 8) : amount,
  most: amount,
})

function chosen<Item>(items: readonly Item[], which: number): Item {
  const item = items[which % items.length]
  if (item === undefined) throw new Error('there is nothing to choose from')
  return item
}

/** Takes one of the items out. */
const taken = <Item>(items: Item[], which: number): Item | undefined =>
  items.splice(items.length === 0 ? 0 : which % items.length, 1)[0]
