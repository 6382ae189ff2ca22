import { calls, ROLE } from '@tollgate/contract'
import { type Caller, ExtendedReply } from '../../platform/http/serve.ts'
import type { Options } from '../../platform/options/index.ts'
import { serve } from '../context.ts'
import { withErrorInData } from '../wallet/error-in-data.ts'
import { handleCallback } from './handle-callback.ts'
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

/**
 * Returns this site's public address, for callbacks and links in mails: the operator's setting, else the address of the
 * super admin's own request. Requests of other users could have any `Host`.
 *
 * @returns null while the address is unknown
 */
function ownAddress(options: Options, request: Request, caller: Caller | null): string | null {
  const set = options.get('ServerAddress')
  if (set) return set
  return caller?.role === ROLE.root ? new URL(request.url).origin : null
}
