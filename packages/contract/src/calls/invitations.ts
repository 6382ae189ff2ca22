import { z } from 'zod'
import { call } from '../call.ts'
import { PASSWORD_LENGTH_LIMIT } from '../constants.ts'
import { INVITATION_DAYS_MAX, invitation, invitationGift, shownInvitation } from '../entities/invitation.ts'
import { user } from '../entities/user.ts'
import { idParams } from '../reply.ts'
import { RATE_LIMITS } from './rate-limits.ts'

/** In the body, because addresses end up in the logs of proxies. */
const code = z.string().max(128)

export const invitations = {
  list: call({
    method: 'GET',
    path: '/api/invitation/',
    access: 'root',
    summary: 'The latest invitations to the site, newest first',
    reply: z.array(invitation),
  }),
  create: call({
    method: 'POST',
    path: '/api/invitation/',
    access: 'root',
    confirm: true,
    summary: 'Invite somebody to the site: by mail if an address is given, else the reply has the code of a link, once',
    body: z.object({
      role: invitationGift.shape.role,
      rights: invitationGift.shape.rights.default(null),
      group: z.string().trim().max(64).default(''),
      email: z.string().trim().max(254).default(''),
      days: z.number().int().min(1).max(INVITATION_DAYS_MAX).default(7),
    }),
    reply: invitation.extend({ code: z.string().optional() }),
  }),
  withdraw: call({
    method: 'DELETE',
    path: '/api/invitation/{id}',
    access: 'root',
    summary: 'Withdraw an open invitation',
    params: idParams,
    reply: z.null(),
  }),
  read: call({
    method: 'POST',
    path: '/api/invitation/read',
    access: 'public',
    rateLimit: RATE_LIMITS.code,
    summary: 'What an invitation gives, by its code. For half an hour this browser may also accept it by another site',
    body: z.object({ code }),
    reply: shownInvitation,
  }),
  register: call({
    method: 'POST',
    path: '/api/invitation/register',
    access: 'public',
    rateLimit: RATE_LIMITS.code,
    summary: 'Accept an invitation with a new account, also while registration is closed, and sign in',
    body: z.object({
      code,
      username: z.string().max(64),
      password: z.string().max(PASSWORD_LENGTH_LIMIT),
      /** Whether the newcomer agrees to the site’s rules, if it has any. */
      agreed: z.boolean().default(false),
    }),
    reply: user,
  }),
  accept: call({
    method: 'POST',
    path: '/api/invitation/accept',
    access: 'user',
    confirm: true,
    summary: 'Accept an invitation with the caller’s own account',
    body: z.object({ code }),
    reply: user,
  }),
}
