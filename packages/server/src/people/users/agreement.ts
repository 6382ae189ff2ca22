import { createHash } from 'node:crypto'
import type { UserRow } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'

type Rules = Pick<PeopleContext, 'options'>

/** Returns the rules users must agree to; empty: none. */
export function rulesToAgreeTo({ options }: Rules): string {
  return [options.get('UserAgreement'), options.get('PrivacyPolicy')].filter(text => text !== '').join('\n')
}

/** Returns the columns that record a user's consent: when it was given, and a digest of the rules. */
export const agreement = (
  rules: string,
  { now }: Pick<PeopleContext, 'now'>,
): Partial<Pick<UserRow, 'agreed_at' | 'agreed_to'>> =>
  rules === '' ? {} : { agreed_at: now(), agreed_to: digestOf(rules) }

/** Whether a user must agree before they sign in: they never did, or the rules changed and the operator asks again. */
export function mustAgree(
  { options }: Rules,
  { agreed_at, agreed_to }: Pick<UserRow, 'agreed_at' | 'agreed_to'>,
): boolean {
  const rules = rulesToAgreeTo({ options })
  if (rules === '' || agreed_to === digestOf(rules)) return false
  return agreed_at === 0 || options.get('ChangedRulesAskedAgain')
}

const digestOf = (rules: string): string => createHash('sha256').update(rules).digest('hex')
