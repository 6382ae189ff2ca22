import { z } from 'zod'
import { call } from '../call.ts'
import { QUOTA_MAX } from '../constants.ts'
import { listName, listView } from '../entities/list-view.ts'
import { look } from '../entities/look.ts'
import { menuItem } from '../entities/overview.ts'
import { listedUser, user, userSetting } from '../entities/user.ts'
import { inboxCounts } from '../entities/user-message.ts'
import { idParams } from '../reply.ts'
import { RATE_LIMITS } from './rate-limits.ts'
import { turnstileQuery } from './registration.ts'

/** The address where the session's provider ends its own session, if it has one. */
const loggedOut = z.object({ logout_url: z.string().optional() })

export const users = {
  login: call({
    method: 'POST',
    path: '/api/user/login',
    access: 'public',
    summary: 'Sign in with a name or e-mail address and a password',
    rateLimit: RATE_LIMITS.login,
    query: turnstileQuery,
    body: z.object({ username: z.string().max(254), password: z.string().max(1024) }),
    reply: user,
  }),
  finishWithAgreement: call({
    method: 'POST',
    path: '/api/user/login/agreement',
    access: 'public',
    summary: 'Finish a sign-in that answered `agreement_outstanding`, by agreeing to the site’s rules',
    rateLimit: RATE_LIMITS.secondFactor,
    body: z.object({ agreed: z.literal(true) }),
    reply: user,
  }),
  logout: call({
    method: 'GET',
    path: '/api/user/logout',
    access: 'public',
    summary: 'End the session; with the header of the user’s id, which no other site can send',
    reply: z.null(),
    beside: loggedOut,
  }),
  logoutByPost: call({
    method: 'POST',
    path: '/api/user/logout',
    access: 'public',
    summary: 'The same, without the header',
    reply: z.null(),
    beside: loggedOut,
  }),
  self: call({
    method: 'GET',
    path: '/api/user/self',
    access: 'user',
    summary: 'The caller’s own record',
    beforeSecondFactor: true,
    reply: user,
    beside: z.object({
      inbox: inboxCounts,
      /** The operator's entries of the menu that the caller sees. */
      menu_items: z.array(menuItem),
    }),
  }),
  get: call({
    method: 'GET',
    path: '/api/user/{id}',
    access: 'admin',
    right: 'users.see',
    summary: 'One user',
    params: idParams,
    reply: listedUser,
  }),
  models: call({
    method: 'GET',
    path: '/api/user/models',
    access: 'user',
    summary: 'Names of the models the caller may use, in one group or over all usable ones',
    query: z.object({ group: z.string().max(64).default('') }),
    reply: z.array(z.string()),
  }),
  groups: call({
    method: 'GET',
    path: '/api/user/self/groups',
    access: 'user',
    summary: 'The groups the caller may use, each with its ratio and description',
    reply: z.record(
      z.string(),
      z.object({
        ratio: z.number(),
        desc: z.string(),
        /** The ratio is one that the operator set for users of the caller’s group. */
        is_own: z.literal(true).optional(),
        /** For the group *auto*: the groups that its calls try, in this order. The ratio is that of the first. */
        tries: z.array(z.string()).optional(),
      }),
    ),
  }),
  updateSetting: call({
    method: 'PUT',
    path: '/api/user/setting',
    access: 'user',
    summary: 'Replace what the caller chose for notices and prices',
    body: userSetting.omit({ language: true, look: true, views: true, has_webhook_secret: true }).extend({
      /** Absent or empty: the stored one stays. It is deleted together with the address. */
      webhook_secret: z.string().max(256).optional(),
    }),
    reply: z.null(),
  }),
  setLook: call({
    method: 'PUT',
    path: '/api/user/look',
    access: 'user',
    summary: 'Replace how the caller wants the console to look; what is absent is as the site has it',
    body: look,
    reply: z.null(),
  }),
  keepView: call({
    method: 'PUT',
    path: '/api/user/view',
    access: 'user',
    summary: 'Keep a view of a list, in place of the caller’s earlier one of that name. Answers the list’s views',
    body: listView.extend({ list: listName }),
    reply: z.array(listView),
  }),
  deleteView: call({
    method: 'DELETE',
    path: '/api/user/view',
    access: 'user',
    summary: 'Delete a view of a list, if the caller has it. Answers the list’s other views',
    query: z.object({ list: listName, name: listView.shape.name }),
    reply: z.array(listView),
  }),
  changeQuota: call({
    method: 'POST',
    path: '/api/user/{id}/quota',
    access: 'admin',
    right: 'users.balances',
    summary: 'Change the balance of a user of lower role; the change is logged. Answers the new balance',
    params: idParams,
    body: z.object({
      mode: z.enum(['add', 'subtract', 'override']),
      value: z.number().int().min(0).max(QUOTA_MAX),
    }),
    reply: z.number().int(),
  }),
}
