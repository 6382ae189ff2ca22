import { consoleError } from '../../platform/http/console-error.ts'
import type { Options } from '../../platform/options/index.ts'

/** The operator's account with the payment provider. */
export interface Merchant {
  /** Where the browser posts an order's form. */
  submitUrl: string
  id: string
  key: string
}

/** @throws ApiError when online top-up is not set up */
export function merchantOf(options: Options): Merchant {
  const [address, id, key] = [options.get('PayAddress'), options.get('EpayId'), options.get('EpayKey')]
  if (!address || !id || !key) throw consoleError('topup_disabled')
  return { submitUrl: `${address}/submit.php`, id, key }
}

/** The provider's names of the payment methods. */
export const PROVIDER_TYPES = { zfb: 'alipay', wx: 'wxpay' } as const
