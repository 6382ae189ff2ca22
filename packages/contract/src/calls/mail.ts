import { z } from 'zod'
import { call } from '../call.ts'

export const mail = {
  test: call({
    method: 'POST',
    path: '/api/mail/test',
    access: 'root',
    summary: 'Send a test mail through the mail server that is set; a failure says what the server said',
    body: z.object({
      /** Empty: the caller’s own address. */
      to: z.string().trim().max(254).default(''),
    }),
    /** The address it was sent to. */
    reply: z.string(),
  }),
}
