import { z } from 'zod'
import { askProvider } from '../../platform/http/ask-provider.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import type { PeopleContext } from '../context.ts'

/** https://developers.cloudflare.com/turnstile/get-started/server-side-validation/ */
const VERIFY_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'

const verdict = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).default([]) })

/**
 * Checks the CAPTCHA widget's proof, if the operator requires one. Its provider ensures that a proof works once and for
 * five minutes.
 */
export async function checkTurnstile(app: PeopleContext, proof: string, ip: string): Promise<void> {
  const { options, log } = app
  if (!options.get('TurnstileCheckEnabled')) return
  if (proof === '') throw consoleError('turnstile_missing')
  const form = new URLSearchParams({ secret: options.get('TurnstileSecretKey'), response: proof, remoteip: ip })
  const answer = await askProvider(options.get('TurnstileVerifyUrl') || VERIFY_URL, { form }).catch(error => {
    log.error({ err: error }, 'the human check could not be reached')
    throw consoleError('turnstile_unreachable')
  })
  const { data } = verdict.safeParse(answer.body)
  if (data?.success) return
  log.warn({ reasons: data?.['error-codes'] ?? [] }, 'the human check refused a proof')
  throw consoleError('turnstile_failed')
}
