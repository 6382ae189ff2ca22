import { createHash } from 'node:crypto'
import type { PeopleContext } from '../context.ts'

/** Returns the rules newcomers must agree to; empty: none. */
export function rulesToAgreeTo({ options }: Pick<PeopleContext, 'options'>): string {
  return [options.get('UserAgreement'), options.get('PrivacyPolicy')].filter(text => text !== '').join('\n')
}

/** Returns the columns that record a user's consent: when it was given, and a digest of the rules. */
export const agreement = (rules: string, { now }: Pick<PeopleContext, 'now'>) =>
  rules === '' ? {} : { agreed_at: now(), agreed_to: createHash('sha256').update(rules).digest('hex') }
