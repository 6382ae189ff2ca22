import { z } from 'zod'
import { call } from '../call.ts'

/** The audit's rules in words. Those about requests apply to what the log still has. */
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

/** Sums over the accounts of one kind. */
const sums = z.object({
  accounts: z.number().int(),
  /** The sum of their balances. */
  balance: z.number(),
  /** What running requests have reserved. */
  held: z.number(),
  /** The sum of all entries. */
  entered: z.number(),
})

export const audit = {
  run: call({
    method: 'GET',
    path: '/api/audit',
    access: 'root',
    summary: 'Lists what breaks a rule of the audit, with the sums of the ledger; an empty list: the books balance',
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
