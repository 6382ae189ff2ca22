import { z } from 'zod'
import { call } from '../call.ts'

/** The audit's rules. Those about requests apply to the rows still in the log. */
export const AUDIT_RULES = [
  'balance = sum of entries, for every user',
  'cap = sum of entries, for every token',
  'invite earnings = sum of entries, for every user',
  'earned by invites = earnings entered, for every user',
  'no balance is below what is leased of it',
  'no cap is below what is leased of it',
  'debt = sum of what was not covered, for every user',
  'debt = sum of what was not covered, for every token',
  'debt to periods = sum of what was not covered, for every user',
  'debt to periods = sum of what was not covered, for every token',
  'no debt is below zero, for every user',
  'no debt is below zero, for every token',
  'leased = sum of leases, for every user',
  'leased = sum of leases, for every token',
  'leased = sum of leases, for every period',
  'used quota = requests charged, for every user',
  'used quota = requests charged, for every token',
  'used quota = requests charged, for every channel',
  'paid = prices entered, for every subscription',
  'every order that began a plan paid its price',
  'no plan runs on a payment that was taken back',
  'used = calls paid, for every subscription',
  'calls used = calls counted, for every subscription',
  'every kind of window adds up to what was used, for every subscription',
  'no window is used beyond its limit',
  'request count = requests charged, for every user',
  'log rows = requests charged, for every user',
  'every child key fits its parent',
  'what child keys took and gave back came from their tree',
  'every token of a team has a member and their seat',
  'every token of a project has a team and its tree in that project',
  'what went into teams and out of them adds up to nothing',
  'no lease is left by a node that is gone',
  'no call that was given back was charged',
  'every entry is what its chain says',
] as const
export type AuditRule = (typeof AUDIT_RULES)[number]

/** Sums over the accounts of one kind. */
const sums = z.object({
  accounts: z.number().int(),
  /** The sum of their balances, without leases. */
  free: z.number(),
  /** Quota that nodes have leased, to spend without asking. */
  leased: z.number(),
  /** The sum of all entries. */
  entered: z.number(),
  /** Their debts: usage beyond the balance, not collected yet. */
  owed: z.number(),
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
        /** Id of the user, token, channel or entry. */
        id: z.number().int(),
        expected: z.number(),
        found: z.number(),
        /** How an entry broke its chain. */
        what: z.string().optional(),
      }),
    ),
    beside: z.object({
      figures: z.object({
        users: sums,
        tokens: sums,
        entries: z.number().int(),
        leases: z.number().int(),
      }),
      /** The holds of running calls at the node that answers. */
      running: z.object({ calls: z.number().int(), held: z.number() }),
    }),
  }),
}
