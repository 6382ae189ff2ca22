import { calls } from '@tollgate/contract'
import { serve } from '../context.ts'
import { checkTurnstile } from '../turnstile/check-turnstile.ts'
import { register } from './register.ts'
import { requestReset, resetPassword } from './reset-password.ts'
import { sendCode } from './send-code.ts'

export const registrationEndpoints = [
  serve(calls.registration.register, async ({ query, body }, { app, clientIp }) => {
    await checkTurnstile(app, query.turnstile, clientIp)
    await register(app, body, clientIp)
    return null
  }),

  serve(calls.registration.sendCode, async ({ query }, { app, caller, language, clientIp }) => {
    await checkTurnstile(app, query.turnstile, clientIp)
    await sendCode(app, { email: query.email, caller, language, ip: clientIp })
    return null
  }),

  serve(calls.registration.requestReset, async ({ query }, { app, language, clientIp }) => {
    await checkTurnstile(app, query.turnstile, clientIp)
    requestReset(app, query.email, { language, ip: clientIp })
    return null
  }),

  serve(calls.registration.reset, ({ body }, { app, clientIp }) => resetPassword(app, { ...body, ip: clientIp })),
]
