import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { CheckedInputOf, calls } from '@tollgate/contract'
import { consoleError } from '../../../platform/http/console-error.ts'
import type { PeopleContext } from '../../context.ts'
import type { Identity, Provider } from '../provider.ts'
import { spendProof } from '../store.ts'

/** Older answers are refused, as are those too far in the future for clock drift. */
const MAX_AGE_SECONDS = 600
const CLOCK_SKEW_SECONDS = 60

export const telegram: Provider = {
  name: 'Telegram',
  place: 'telegram_id',
  enabledBy: 'TelegramOAuthEnabled',
  makesUsers: false,
}

type Answer = CheckedInputOf<typeof calls.identities.telegram>['query']

/** All fields that Telegram signs; missing fields are not signed. */
const SIGNED = ['auth_date', 'first_name', 'id', 'lang', 'last_name', 'photo_url', 'username'] as const

/**
 * Checks that Telegram signed an answer recently with the bot's token, and that it was not used before.
 * https://core.telegram.org/widgets/login#checking-authorization
 */
export async function identifyByTelegram(app: PeopleContext, answer: Answer): Promise<Identity> {
  const refused = () => consoleError('sign_in_proof_invalid', { provider: telegram.name })
  const age = app.now() - Number(answer.auth_date)
  if (!isSigned(answer, app.options.get('TelegramBotToken'))) throw refused()
  if (age > MAX_AGE_SECONDS || age < -CLOCK_SKEW_SECONDS) throw refused()
  const proof = { id: `telegram ${answer.hash.toLowerCase()}`, expires_at: app.now() + MAX_AGE_SECONDS * 2 }
  if (!(await spendProof(app.db, proof))) throw refused()
  const name = answer.username ?? ''
  return { provider: telegram, subject: answer.id, name, displayName: answer.first_name ?? name, email: '' }
}

function isSigned(answer: Answer, botToken: string): boolean {
  if (botToken === '') return false
  const lines = SIGNED.filter(name => answer[name] !== undefined).map(name => `${name}=${answer[name]}`)
  const key = createHash('sha256').update(botToken).digest()
  const expected = createHmac('sha256', key).update(lines.join('\n')).digest()
  const given = Buffer.from(answer.hash, 'hex')
  return given.length === expected.length && timingSafeEqual(expected, given)
}
