import { consoleError } from '../../platform/http/console-error.ts'
import type { PeopleContext } from '../context.ts'
import { limitGuesses } from './limit-guesses.ts'
import { stepOfCode } from './one-time-codes.ts'
import { recoveryFingerprint } from './recovery-codes.ts'
import { findSecondFactor, takeRecoveryCode, takeStep } from './store.ts'

/** Six digits are a one-time code; anything else may be a recovery code. */
const ONE_TIME_CODE = /^\d{6}$/

/** Uses up a one-time or recovery code of a user; each works once. Throws when it is wrong. */
export async function checkCode(
  app: PeopleContext,
  userId: number,
  given: { code: string; ip: string },
): Promise<void> {
  const code = given.code.replace(/[\s-]/g, '')
  const isOneTime = ONE_TIME_CODE.test(code)
  const giveGuessBack = await limitGuesses(app, userId, { ip: given.ip, isOneTime })
  const isRight = isOneTime
    ? await takeOneTimeCode(app, userId, code)
    : await takeRecoveryCode(app.db, userId, recoveryFingerprint(code, userId, app.secrets))
  if (!isRight) throw consoleError('second_factor_wrong', {}, 'code')
  giveGuessBack()
}

async function takeOneTimeCode({ db, secrets, now }: PeopleContext, userId: number, code: string): Promise<boolean> {
  const factor = await findSecondFactor(db, userId)
  if (!factor?.secret_sealed) return false
  const step = stepOfCode(secrets.decrypt(factor.secret_sealed), code, now())
  return step !== null && takeStep(db, userId, step)
}
