import type { z } from 'zod'
import { askProvider } from '../../../platform/http/ask-provider.ts'
import { consoleError } from '../../../platform/http/console-error.ts'
import type { MoneyContext } from '../../context.ts'

const USUAL_ADDRESS = 'https://api.stripe.com'
/** The API version that `objects.ts` describes; the account's own may differ. */
const VERSION = '2024-06-20'

interface Question {
  form?: Record<string, string>
  method?: 'DELETE'
  /** The idempotency key: a repetition with the same key has no further effect. */
  once?: string
}

/**
 * Asks Stripe's API: GET, POST with a form, or DELETE. https://docs.stripe.com/api
 *
 * @throws ApiError if it cannot be reached or refuses; the server's log says why
 */
export async function askStripe<Shape extends z.ZodType>(
  { options, log }: Pick<MoneyContext, 'options' | 'log'>,
  shape: Shape,
  path: string,
  { form, method, once }: Question = {},
): Promise<z.output<Shape>> {
  try {
    const { status, body } = await askProvider(`${options.get('StripeApiAddress') || USUAL_ADDRESS}/v1/${path}`, {
      ...(form && { form: new URLSearchParams(form) }),
      ...(method && { method }),
      headers: {
        authorization: `Bearer ${options.get('StripeSecretKey')}`,
        'stripe-version': VERSION,
        ...(once && { 'idempotency-key': once }),
      },
    })
    if (status !== 200) throw new Error(`it answered ${status}: ${JSON.stringify(body).slice(0, 500)}`)
    return shape.parse(body)
  } catch (error) {
    log.warn({ path, reason: (error as Error).message }, 'a request to Stripe failed')
    throw consoleError('payment_provider_failed')
  }
}
