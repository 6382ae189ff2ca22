import { createHash } from 'node:crypto'
import type { PeopleContext } from '../context.ts'

/** Returns what newcomers have to agree to; empty: nothing. */
export function rulesToAgreeTo({ options }: Pick<PeopleContext, 'options'>): string {
  return [options.get('UserAgreement'), options.get('PrivacyPolicy')].filter(text => text !== '').join('\n')
}

/** Returns what a user's row keeps of their consent: when it was given, and a digest of the words it was given to. */
export const agreement = (rules: string, { now }: Pick<PeopleContext, 'now'>) =>
  rules === '' ? {} : { agreed_at: now(), agreed_to: createHash('sha256').update(rules).digest('hex') }
