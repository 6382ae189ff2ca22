import type { Db } from '../storage/db.ts'
import { hashOf, newSecret, shortCookie, shortCookieOf } from './short-cookie.ts'

/**
 * A half-finished sign-in: for a few minutes, the holder of the ticket may try a second factor after the first one, or
 * after all factors agree to the site's rules.
 */
type Missing = 'second-factor' | 'agreement'

const TICKET_COOKIE = 'tollgate_sign_in'
const TICKET_SECONDS = 300
/** How many codes can be tried with one ticket. */
const ATTEMPTS = 5

const flagOf = (missing: Missing): 0 | 1 => (missing === 'agreement' ? 1 : 0)

/** Makes a ticket. Returns the `Set-Cookie` value. `provider`: the further OIDC provider that the user came from. */
export async function startTicket(
  db: Db,
  userId: number,
  now: number,
  request: Request,
  { provider = '', missing = 'second-factor' }: { provider?: string; missing?: Missing } = {},
): Promise<string> {
  const ticket = newSecret()
  await db
    .insertInto('sign_in_tickets')
    .values({
      id: hashOf(ticket),
      user_id: userId,
      expires_at: now + TICKET_SECONDS,
      provider,
      is_for_agreement: flagOf(missing),
    })
    .execute()
  return shortCookie(TICKET_COOKIE, ticket, request, TICKET_SECONDS)
}

/**
 * Counts an attempt with the request's ticket. Returns the ticket and its user; undefined if it has expired or is used
 * up.
 */
export async function tryTicket(
  db: Db,
  request: Request,
  now: number,
  missing: Missing = 'second-factor',
): Promise<{ id: string; userId: number; provider: string } | undefined> {
  const ticket = shortCookieOf(TICKET_COOKIE, request)
  if (!ticket) return undefined
  const id = hashOf(ticket)
  const tried = await db
    .updateTable('sign_in_tickets')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('is_for_agreement', '=', flagOf(missing))
    .where('expires_at', '>', now)
    .where('attempts', '<', ATTEMPTS)
    .returning(['user_id', 'provider'])
    .executeTakeFirst()
  return tried && { id, userId: tried.user_id, provider: tried.provider }
}

/** Uses up a ticket. Only one of several concurrent attempts returns true. */
export async function takeTicket(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('sign_in_tickets').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export const expiredTicketCookie = (request: Request): string => shortCookie(TICKET_COOKIE, '', request, 0)

export async function endTicketsOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('sign_in_tickets').where('user_id', '=', userId).execute()
}

/** Removes at most `limit` expired tickets; returns how many. */
export async function removeExpiredTickets(db: Db, now: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_tickets')
    .where('id', 'in', db.selectFrom('sign_in_tickets').select('id').where('expires_at', '<=', now).limit(limit))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
