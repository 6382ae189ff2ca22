import { consoleError } from '../../../platform/http/console-error.ts'
import type { Options } from '../../../platform/options/index.ts'

/** The operator's account with the payment provider. */
export interface Merchant {
  /** Where the browser posts an order's form. */
  submitUrl: string
  id: string
  key: string
}

export const hasMerchant = (options: Options): boolean =>
  (['PayAddress', 'EpayId', 'EpayKey'] as const).every(key => options.get(key) !== '')

/** @throws ApiError if online top-up is not set up */
export function merchantOf(options: Options): Merchant {
  if (!hasMerchant(options)) throw consoleError('topup_disabled')
  return {
    submitUrl: `${options.get('PayAddress')}/submit.php`,
    id: options.get('EpayId'),
    key: options.get('EpayKey'),
  }
}

/** The provider's names for the payment methods. */
export const PROVIDER_TYPES: ReadonlyMap<string, string> = new Map([
  ['zfb', 'alipay'],
  ['wx', 'wxpay'],
])
