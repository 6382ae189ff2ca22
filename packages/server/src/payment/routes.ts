import { calls } from '@tollgate/contract'
import { ownAddress } from '../http/own-address.ts'
import { Answer, serve } from '../http/serve.ts'
import { refusingInData } from '../wallet/refusing-in-data.ts'
import { hearCallback } from './hear-callback.ts'
import { placeOrder } from './place-order.ts'

const fieldsOf = (parameters: URLSearchParams) => Object.fromEntries(parameters)

export const paymentEndpoints = [
  serve(calls.wallet.pay, ({ body }, { world, caller, language, request }) =>
    refusingInData(language, async () => {
      const { fields, url } = await placeOrder(world, caller, body, ownAddress(world.options, request, caller))
      return new Answer(fields, { message: 'success', url })
    }),
  ),

  serve(calls.payment.notify, async (_, { world, request }) =>
    plain(await hearCallback(world, fieldsOf(new URL(request.url).searchParams))),
  ),

  serve(calls.payment.notifyByPost, async (_, { world, request }) =>
    plain(await hearCallback(world, fieldsOf(new URLSearchParams(await request.text())))),
  ),
]

/** The provider reads the bare word. */
const plain = (word: string) => new Response(word, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
