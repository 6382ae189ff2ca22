import { calls } from '@tollgate/contract'
import { Answer, serve } from '../http/serve.ts'
import { refusingInData } from '../wallet/refusing-in-data.ts'
import { hearCallback } from './hear-callback.ts'
import { ownAddress } from './own-address.ts'
import { placeOrder } from './place-order.ts'

const fieldsOf = (parameters: URLSearchParams) => Object.fromEntries(parameters)

export const paymentEndpoints = [
  serve(calls.wallet.pay, ({ body }, { app, caller, language, request }) =>
    refusingInData(language, async () => {
      const { fields, url } = await placeOrder(app, caller, body, ownAddress(app.options, request, caller))
      return new Answer(fields, { message: 'success', url })
    }),
  ),

  serve(calls.payment.notify, async (_, { app, request }) =>
    plain(await hearCallback(app, fieldsOf(new URL(request.url).searchParams))),
  ),

  serve(calls.payment.notifyByPost, async (_, { app, request }) =>
    plain(await hearCallback(app, fieldsOf(new URLSearchParams(await request.text())))),
  ),
]

/** The provider reads the bare word. */
const plain = (word: string) => new Response(word, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
