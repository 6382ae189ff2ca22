import { calls } from '@tollgate/contract'
import { ExtendedReply } from '../../platform/http/serve.ts'
import { serve } from '../context.ts'
import { withErrorInData } from '../wallet/error-in-data.ts'
import { handleCallback } from './handle-callback.ts'
import { ownAddress } from './own-address.ts'
import { placeOrder } from './place-order.ts'

const fieldsOf = (parameters: URLSearchParams) => Object.fromEntries(parameters)

export const paymentEndpoints = [
  serve(calls.wallet.pay, ({ body }, { app, caller, language, request }) =>
    withErrorInData(language, async () => {
      const { fields, url } = await placeOrder(app, caller, body, ownAddress(app.options, request, caller))
      return new ExtendedReply(fields, { message: 'success', url })
    }),
  ),

  serve(calls.payment.notify, async (_, { app, request }) =>
    plain(await handleCallback(app, fieldsOf(new URL(request.url).searchParams))),
  ),

  serve(calls.payment.notifyByPost, async (_, { app, request }) =>
    plain(await handleCallback(app, fieldsOf(new URLSearchParams(await request.text())))),
  ),
]

/** The provider expects the bare word. */
const plain = (word: string) => new Response(word, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
