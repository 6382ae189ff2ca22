import { z } from 'zod'
import { call } from '../call.ts'

export const audit = {
  run: call({
    method: 'GET',
    path: '/api/audit',
    access: 'root',
    summary: 'What in the books is not as it must be; nothing: they balance',
    reply: z.array(
      z.object({
        /** The rule in words: `balance + open holds = sum of entries, for every user`. */
        rule: z.string(),
        /** Of the user, token or channel. */
        id: z.number().int(),
        expected: z.number(),
        found: z.number(),
      }),
    ),
  }),
}
