import { calls } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { checkRank } from '../../platform/http/rank.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { readPage } from '../../platform/storage/page.ts'
import { recordAct } from '../../records/logs/acts/record-act.ts'
import { type MoneyContext, serve } from '../context.ts'
import { lockAccountsChain } from '../ledger/index.ts'
import { buyPlan } from './buy.ts'
import { changePlan, createPlan, deletePlan, toPlan } from './change-plan.ts'
import { manageSubscription } from './manage.ts'
import { changeOwn, endOwn } from './own.ts'
import { findPlan, plansBy, subscriptionsBy, subscriptionsOf } from './store.ts'
import { subscribe } from './subscribe.ts'
import { toSubscription, toSubscriptions } from './to-subscription.ts'
import { upgradePlan } from './upgrade.ts'

const runningOf = async (app: MoneyContext, id: number) => {
  const { total } = await subscriptionsBy(app.db, {
    plan_id: id,
    keyword: '',
    status: ['active', 'paused'],
  }).count.executeTakeFirstOrThrow()
  return total
}

export const planEndpoints = [
  serve(calls.plans.list, ({ query }, { app }) => {
    const { rows, count } = plansBy(app.db, query.keyword.trim())
    return readPage(rows, count, query, row => toPlan(row, row.running))
  }),

  serve(calls.plans.create, async ({ body }, context) => toPlan(await createPlan(context, body), 0)),

  serve(calls.plans.update, async ({ params, body }, context) => {
    const row = await changePlan(context, params.id, body)
    return toPlan(row, await runningOf(context.app, row.id))
  }),

  serve(calls.plans.remove, ({ params }, context) => deletePlan(context, params.id)),

  serve(calls.subscriptions.own, async (_, { app, caller }) => {
    const rows = await subscriptionsOf(app.db, caller.id)
    return toSubscriptions(
      app.db,
      rows.map(row => ({ ...row, username: caller.username })),
      app.now(),
    )
  }),

  serve(calls.subscriptions.buy, async ({ body }, { app, caller }) => {
    const row = await buyPlan(app, caller, body)
    return toSubscription(app.db, { ...row, username: caller.username }, app.now())
  }),

  serve(calls.subscriptions.upgrade, async ({ params, body }, { app, caller }) => {
    const row = await upgradePlan(app, { userId: caller.id, id: params.id, username: caller.username }, body)
    return toSubscription(app.db, { ...row, username: caller.username }, app.now())
  }),

  serve(calls.subscriptions.change, async ({ params, body }, { app, caller }) => {
    const row = await changeOwn(app, { userId: caller.id, id: params.id }, body)
    return toSubscription(app.db, { ...row, username: caller.username }, app.now())
  }),

  serve(calls.subscriptions.end, async ({ params }, { app, caller }) => {
    await endOwn(app, { userId: caller.id, id: params.id })
    return null
  }),

  serve(calls.subscriptions.list, async ({ query }, { app }) => {
    const { rows, count } = subscriptionsBy(app.db, { ...query, keyword: query.keyword.trim() })
    const page = await readPage(rows, count, query, row => row)
    return { ...page, items: await toSubscriptions(app.db, page.items, app.now()) }
  }),

  serve(calls.subscriptions.give, async ({ body }, context) => {
    const { app } = context
    const { plan_id, user_id, reason } = body
    const given = await inTransaction(app.db, async db => {
      await lockAccountsChain(db)
      const plan = await findPlan(db, plan_id)
      if (!plan) throw consoleError('plan_not_found')
      const user = await db
        .selectFrom('users')
        .select(['id', 'username'])
        .where('id', '=', user_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (!user) throw consoleError('user_not_found')
      await checkRank(db, context.caller, user_id)
      const row = await subscribe(db, { userId: user_id, plan, source: 'given', now: app.now() }, app)
      const values = { user: user.username, plan: plan.name, reason }
      await recordAct(context, 'subscription_given', values, { db, owner: user })
      return { ...row, username: user.username }
    })
    await app.changeEvents.emit('users', user_id)
    return toSubscription(app.db, given, app.now())
  }),

  serve(calls.subscriptions.manage, async ({ params, body }, context) => {
    const row = await manageSubscription(context, params.id, body)
    const owner = await context.app.db
      .selectFrom('users')
      .select('username')
      .where('id', '=', row.user_id)
      .executeTakeFirst()
    return toSubscription(context.app.db, { ...row, username: owner?.username ?? '' }, context.app.now())
  }),
]
