import { z } from 'zod'
import { ROLE } from '../constants.ts'
import { RIGHTS } from '../rights.ts'

export const INVITATION_DAYS_MAX = 30
export const OPEN_INVITATIONS_MAX = 200
/** Roles that an invitation gives. */
export const INVITED_ROLES = [ROLE.user, ROLE.admin] as const

/** What an invitation gives to whoever accepts it. */
export const invitationGift = z.object({
  role: z.literal(INVITED_ROLES),
  /** An administrator's; null: no limit. */
  rights: z.array(z.enum(RIGHTS)).max(RIGHTS.length).nullable(),
  /** Empty: the usual group, or the one an account has. */
  group: z.string(),
})

/** An invitation as the person invited sees it. */
export const shownInvitation = invitationGift.extend({
  /** The address it was mailed to; empty: it was not mailed. */
  email: z.string(),
  invited_by: z.string(),
  expires_at: z.number().int(),
})
export type ShownInvitation = z.output<typeof shownInvitation>

export const invitation = shownInvitation.extend({
  id: z.number().int(),
  state: z.enum(['open', 'accepted', 'withdrawn', 'expired']),
  /** The name of the account that accepted it; empty: none has. */
  accepted_by: z.string(),
  created_at: z.number().int(),
})
export type Invitation = z.output<typeof invitation>
