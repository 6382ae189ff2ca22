import { calls } from '@tollgate/contract'
import { serve } from '../http/serve.ts'
import { hearCallback } from './hear-callback.ts'

const fieldsOf = (parameters: URLSearchParams) => Object.fromEntries(parameters)

export const paymentEndpoints = [
  serve(calls.payment.notify, async (_, { world, request }) =>
    plain(await hearCallback(world, fieldsOf(new URL(request.url).searchParams))),
  ),

  serve(calls.payment.notifyByPost, async (_, { world, request }) =>
    plain(await hearCallback(world, fieldsOf(new URLSearchParams(await request.text())))),
  ),
]

/** The provider reads the bare word. */
const plain = (word: string) => new Response(word, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
