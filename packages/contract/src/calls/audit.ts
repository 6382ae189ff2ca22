import { z } from 'zod'
import { call } from '../call.ts'

/** The rules of the books, in words. Those about requests hold for what the log still has. */
export const AUDIT_RULES = [
  'balance + open holds = sum of entries, for every user',
  'cap + open holds = sum of entries, for every token',
  'invite earnings = sum of entries, for every user',
  'earned by invites = earnings entered, for every user',
  'no balance is below zero',
  'no cap is below zero',
  'used quota = requests charged, for every user',
  'used quota = requests charged, for every token',
  'used quota = requests charged, for every channel',
  'request count = requests charged, for every user',
  'log rows = requests charged, for every user',
  'no hold is older than a day',
] as const
export type AuditRule = (typeof AUDIT_RULES)[number]

/** The accounts of one kind, added up. */
const sums = z.object({
  accounts: z.number().int(),
  /** What is in them. */
  balance: z.number(),
  /** What running requests have set aside. */
  held: z.number(),
  /** What all entries come to. */
  entered: z.number(),
})

export const audit = {
  run: call({
    method: 'GET',
    path: '/api/audit',
    access: 'root',
    summary: 'What in the books is not as it must be; nothing: they balance. Beside it, what they hold',
    reply: z.array(
      z.object({
        rule: z.enum(AUDIT_RULES),
        /** Of the user, token or channel. */
        id: z.number().int(),
        expected: z.number(),
        found: z.number(),
      }),
    ),
    beside: z.object({
      figures: z.object({
        users: sums,
        tokens: sums,
        entries: z.number().int(),
        open_holds: z.number().int(),
      }),
    }),
  }),
}
