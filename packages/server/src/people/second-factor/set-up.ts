import { consoleError } from '../../platform/http/console-error.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import type { PeopleContext } from '../context.ts'
import { findUser, updateUser } from '../users/store.ts'
import { limitGuesses } from './limit-guesses.ts'
import { newOneTimeSecret, setUpAddress, stepOfCode } from './one-time-codes.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { deleteSecondFactor, findSecondFactor, setPending, usePending } from './store.ts'

/** Makes a secret that awaits its first code. It is shown only this once. */
export async function beginSetUp(
  { db, secrets, options }: PeopleContext,
  caller: Caller,
): Promise<{ secret: string; uri: string }> {
  if (caller.second_factor_at > 0) throw consoleError('second_factor_on')
  const secret = newOneTimeSecret()
  await setPending(db, caller.id, secrets.encrypt(secret))
  return { secret, uri: setUpAddress(secret, { site: options.get('SystemName'), name: caller.username }) }
}

/** Switches on one-time codes with the first code. Returns the recovery codes. */
export async function finishSetUp(app: PeopleContext, caller: Caller, given: { code: string; ip: string }) {
  if (caller.second_factor_at > 0) throw consoleError('second_factor_on')
  const pending = (await findSecondFactor(app.db, caller.id))?.pending_sealed
  if (!pending) throw consoleError('second_factor_not_begun')
  const giveGuessBack = await limitGuesses(app, caller.id, { ip: given.ip, isOneTime: false })
  const step = stepOfCode(app.secrets.decrypt(pending), given.code.replace(/\s/g, ''), app.now())
  if (step === null) throw consoleError('second_factor_wrong', {}, 'code')
  giveGuessBack()
  return change(app, caller.id, async db => {
    if (!(await usePending(db, caller.id, pending, step))) throw consoleError('second_factor_not_begun')
    await updateUser(db, caller.id, { second_factor_at: app.now() })
    return makeRecoveryCodes(db, caller.id, app.secrets)
  })
}

/** Makes ten new recovery codes; they replace the previous ones. */
export const renewRecoveryCodes = (app: PeopleContext, { id }: Caller): Promise<string[]> =>
  change(app, id, async db => {
    const user = await findUser(db, id)
    if (!user?.second_factor_at) throw consoleError('second_factor_off')
    return makeRecoveryCodes(db, id, app.secrets)
  })

export const switchOff = (app: PeopleContext, { id }: Caller): Promise<void> =>
  change(app, id, db => deleteSecondFactor(db, id))

async function change<Result>(app: PeopleContext, userId: number, act: (db: Db) => Promise<Result>): Promise<Result> {
  const result = await inTransaction(app.db, act)
  await app.changeEvents.emit('users', userId)
  return result
}
