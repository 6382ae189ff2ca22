import { consoleError } from '../../../platform/http/console-error.ts'
import type { PaymentProvider } from '../provider.ts'
import { askStripe } from './ask-stripe.ts'
import { session } from './objects.ts'
import { refundPayment } from './refund-payment.ts'
import { renewals } from './renewals.ts'
import { settleSession } from './settle-session.ts'

/** Stripe Checkout: the browser pays on Stripe's page, and Stripe reports by signed events. https://docs.stripe.com/api/checkout/sessions */
export const stripe: PaymentProvider = {
  // Without the webhook's secret, Stripe's reports could not be verified.
  isReady: options => options.get('StripeSecretKey') !== '' && options.get('StripeWebhookSecret') !== '',

  terms: options => ({
    price: options.get('StripePrice'),
    least: options.get('StripeMinTopUp'),
    currency: options.get('StripeCurrency'),
  }),

  async open(app, { tradeNo, title, moneyCents, currency, every, site }) {
    const opened = await askStripe(app, session, 'checkout/sessions', {
      once: tradeNo,
      form: {
        mode: every ? 'subscription' : 'payment',
        client_reference_id: tradeNo,
        success_url: `${site}/topup?order=${tradeNo}`,
        cancel_url: `${site}/topup`,
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': currency,
        'line_items[0][price_data][unit_amount]': String(moneyCents),
        'line_items[0][price_data][product_data][name]': `${app.options.get('SystemName')} ${title} ${tradeNo}`,
        'metadata[order]': tradeNo,
        ...(every
          ? {
              'line_items[0][price_data][recurring][interval]': every,
              'subscription_data[metadata][order]': tradeNo,
            }
          : { 'payment_intent_data[metadata][order]': tradeNo }),
      },
    })
    if (!opened.url) throw consoleError('payment_provider_failed')
    return { url: opened.url, fields: {}, reference: opened.id }
  },

  async settle(app, { provider_ref }) {
    if (provider_ref === '') return
    await settleSession(app, await askStripe(app, session, `checkout/sessions/${provider_ref}`))
  },

  renewals,

  refund: refundPayment,
}
