import { randomBytes } from 'node:crypto'
import type { CheckedInputOf, calls } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { inWords } from '../../platform/options/quota-words.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'
import { findPlan } from '../plans/store.ts'
import { insertRedemptions } from './store.ts'

const KEY_BYTES = 16

/** Creates `count` codes with the same name and quota or plan, and returns them. Logs who created them. */
export async function createRedemptions(
  actor: Actor,
  { name, quota, count, plan_id }: CheckedInputOf<typeof calls.redemptions.create>['body'],
): Promise<string[]> {
  const { db, options, secrets, now } = actor.app
  const keys = Array.from({ length: count }, () => randomBytes(KEY_BYTES).toString('hex'))
  const plan = plan_id > 0 ? await findPlan(db, plan_id) : null
  if (plan === undefined) throw consoleError('plan_not_found', {}, 'plan_id')
  const worth = plan ? plan.name : inWords(quota, options)
  const given = { quota: plan ? 0 : quota, plan_id }
  const common = { user_id: actor.caller.id, name: name || worth, ...given, created_time: now() }
  await inTransaction(db, async db => {
    await insertRedemptions(
      db,
      keys.map(key => ({ ...common, key_sealed: secrets.encrypt(key), key_fingerprint: secrets.fingerprint(key) })),
    )
    if (plan) await recordAct(actor, 'plan_codes_made', { count, plan: plan.name }, { db })
    else await recordAct(actor, 'redemptions_made', { count, quota: { quota } }, { db })
  })
  return keys
}
