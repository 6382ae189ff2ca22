import { PAYMENT_METHODS, type PaymentMethod } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Options } from '../../platform/options/index.ts'
import { epay } from './epay/index.ts'
import type { CardRenewals, PaymentProvider } from './provider.ts'
import { stripe } from './stripe/index.ts'

/** The provider of each payment method. */
const PROVIDERS: Readonly<Record<PaymentMethod, PaymentProvider>> = { zfb: epay, wx: epay, stripe }

/** Returns the payment methods that the operator has set up. */
export const readyMethods = (options: Options): PaymentMethod[] =>
  PAYMENT_METHODS.filter(method => PROVIDERS[method].isReady(options))

/** @throws ApiError if it is not set up */
export function readyProvider(options: Options, method: PaymentMethod): PaymentProvider {
  const provider = PROVIDERS[method]
  if (provider.isReady(options)) return provider
  throw consoleError(readyMethods(options).length === 0 ? 'topup_disabled' : 'topup_method_disabled')
}

/** Returns the provider of a method; undefined: an import brought an unknown one. */
export const providerOf = (method: string): PaymentProvider | undefined =>
  PAYMENT_METHODS.some(known => known === method) ? PROVIDERS[method as PaymentMethod] : undefined

/** Returns what charges cards for next terms; undefined: it is not set up. */
export const renewingProvider = (options: Options): CardRenewals | undefined =>
  readyMethods(options)
    .map(method => PROVIDERS[method].renewals)
    .find(one => one !== undefined)

/** Returns the payment methods whose provider can be asked whether an order is paid. */
export const settledMethods = (options: Options): PaymentMethod[] =>
  readyMethods(options).filter(method => PROVIDERS[method].settle)
