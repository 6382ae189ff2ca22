import { calls } from '@tollgate/contract'
import { inMoney } from '../../wallet/quote.ts'
import type { PaymentProvider } from '../provider.ts'
import { hasMerchant, merchantOf, PROVIDER_TYPES } from './merchant.ts'
import { signature } from './sign.ts'

/** Gateways of the Epay protocol: the browser posts a signed form, and the gateway calls back. */
export const epay: PaymentProvider = {
  isReady: hasMerchant,

  terms: options => ({ price: options.get('Price'), least: options.get('MinTopUp'), currency: '' }),

  async open({ options }, { tradeNo, method, title, moneyCents, reportTo, site }) {
    const merchant = merchantOf(options)
    const fields = {
      pid: merchant.id,
      type: PROVIDER_TYPES.get(method) ?? '',
      out_trade_no: tradeNo,
      notify_url: `${reportTo}${calls.payment.notify.path}`,
      return_url: `${site}/log`,
      name: title,
      money: inMoney(moneyCents),
      device: 'pc',
    }
    return {
      fields: { ...fields, sign: signature(fields, merchant.key), sign_type: 'MD5' },
      url: merchant.submitUrl,
    }
  },
}
