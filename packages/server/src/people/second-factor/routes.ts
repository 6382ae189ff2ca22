import { calls } from '@tollgate/contract'
import { serve } from '../context.ts'
import { removeLost } from './remove-lost.ts'
import { beginSetUp, finishSetUp, renewRecoveryCodes, switchOff } from './set-up.ts'
import { countRecoveryCodes } from './store.ts'

/** A user's second factor. The call that finishes a sign-in with it belongs to `login`. */
export const secondFactorEndpoints = [
  serve(calls.secondFactor.state, async (_, { app, caller }) => ({
    enabled: caller.second_factor_at > 0,
    recovery_codes_left: await countRecoveryCodes(app.db, caller.id),
  })),

  serve(calls.secondFactor.begin, (_, { app, caller, replyHeaders }) => {
    replyHeaders.set('Cache-Control', 'no-store')
    return beginSetUp(app, caller)
  }),

  serve(calls.secondFactor.enable, ({ body }, { app, caller, clientIp, replyHeaders }) => {
    replyHeaders.set('Cache-Control', 'no-store')
    return finishSetUp(app, caller, { ...body, ip: clientIp })
  }),

  serve(calls.secondFactor.renewRecoveryCodes, (_, { app, caller, replyHeaders }) => {
    replyHeaders.set('Cache-Control', 'no-store')
    return renewRecoveryCodes(app, caller)
  }),

  serve(calls.secondFactor.disable, async (_, { app, caller }) => {
    await switchOff(app, caller)
    return null
  }),

  serve(calls.secondFactor.removeOf, async ({ params }, { app, caller }) => {
    await removeLost(app, caller, params.id)
    return null
  }),
]
