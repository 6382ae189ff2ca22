import type { CheckedInputOf, calls } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import type { UserRow } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'
import { isSetUp } from '../setup/store.ts'
import { agreement, rulesToAgreeTo } from '../users/agreement.ts'
import { checkPassword, checkUsername } from '../users/check-account.ts'
import { createUser } from '../users/create-user.ts'
import { hashPassword } from '../users/password.ts'
import { isEmailTaken, lockEmail } from '../users/store.ts'
import { checkEmail } from './check-email.ts'
import { isCodeRight, takeCode } from './email-codes.ts'
import { limitTries } from './limit-mails.ts'

type Form = CheckedInputOf<typeof calls.registration.register>['body']

/** Creates an account with a name and a password, and with a verified address if the operator requires one. */
export async function register(app: PeopleContext, form: Form, ip: string): Promise<UserRow> {
  const { db, options } = app
  if (!options.get('RegisterEnabled')) throw consoleError('register_disabled')
  if (!options.get('PasswordRegisterEnabled')) throw consoleError('password_register_disabled')
  if (!(await isSetUp(db))) throw consoleError('setup_missing')
  const username = checkUsername(form.username)
  checkPassword(form.password)
  if (form.password2 !== undefined && form.password2 !== form.password)
    throw consoleError('passwords_differ', {}, 'password2')
  const rules = rulesToAgreeTo(app)
  if (rules !== '' && !form.agreed) throw consoleError('agreement_needed', {}, 'agreed')

  // An unverified address is not stored, because it may be somebody else's.
  const needsEmail = options.get('EmailVerificationEnabled')
  if (needsEmail) checkEmail(form.email, options)
  if (needsEmail && form.verification_code === '') throw consoleError('code_empty', {}, 'verification_code')
  limitTries(app, 'registration', ip)
  const given = { purpose: 'register', email: form.email, code: form.verification_code } as const
  const refuseCode = () => consoleError('code_wrong', {}, 'verification_code')
  if (needsEmail && !(await isCodeRight(db, given, app))) throw refuseCode()
  const password = await hashPassword(form.password)
  return inTransaction(db, async db => {
    const newcomer = { username, password, display_name: username, inviteCode: form.aff_code, ...agreement(rules, app) }
    if (!needsEmail) return createUser(db, newcomer, app)
    if (!(await takeCode(db, given, app))) throw refuseCode()
    await lockEmail(db, form.email)
    if (await isEmailTaken(db, form.email)) throw consoleError('email_taken', {}, 'email')
    return createUser(db, { ...newcomer, email: form.email }, app)
  })
}
