import { z } from 'zod'
import { call } from '../call.ts'
import { PASSWORD_LENGTH_LIMIT, QUOTA_MAX, REMARK_LENGTH_LIMIT } from '../constants.ts'
import { session } from '../entities/session.ts'
import { IDENTITIES, listedUser } from '../entities/user.ts'
import { severalNumbers, severalTexts, sortOf } from '../list-query.ts'
import { QUOTA_PERIODS } from '../quota-period.ts'
import { idParams, pageOf, pageQuery } from '../reply.ts'

export const USER_ACTIONS = ['promote', 'demote', 'enable', 'disable', 'delete'] as const
export type UserAction = (typeof USER_ACTIONS)[number]

const listQuery = pageQuery.extend({
  keyword: z.string().max(254).default(''),
  group: severalTexts,
  role: severalNumbers,
  /** 0: cancelled accounts, which have no other status here. */
  status: severalNumbers,
  sort: sortOf('users'),
})

const account = z.object({
  username: z.string().max(64),
  display_name: z.string().trim().max(64),
  password: z.string().max(PASSWORD_LENGTH_LIMIT),
})

/** A balance change that is not a call. */
export const accountEntry = z.object({
  id: z.number().int(),
  /** The first word of its reference: `grant`, `redemption`, `top-up`, `manage`, … */
  kind: z.string(),
  created_at: z.number().int(),
  /** The amount added to the balance; negative: taken from it. */
  quota: z.number().int(),
})
export type AccountEntry = z.output<typeof accountEntry>

export const userAdmin = {
  list: call({
    method: 'GET',
    path: '/api/user/',
    access: 'admin',
    right: 'users.see',
    summary: 'All users, newest first, cancelled ones too',
    query: listQuery,
    reply: pageOf(listedUser),
  }),
  search: call({
    method: 'GET',
    path: '/api/user/search',
    access: 'admin',
    right: 'users.see',
    summary: 'Users by id, or part of their name, display name or e-mail address; and by group',
    query: listQuery,
    reply: pageOf(listedUser),
  }),
  create: call({
    method: 'POST',
    path: '/api/user/',
    access: 'admin',
    right: 'users.edit',
    summary: 'Make a user',
    body: account.extend({ display_name: account.shape.display_name.default('') }),
    reply: listedUser,
  }),
  update: call({
    method: 'PUT',
    path: '/api/user/',
    access: 'admin',
    right: { any: ['users.edit', 'users.balances'] },
    memberRights: {
      username: 'users.edit',
      display_name: 'users.edit',
      password: 'users.edit',
      remark: 'users.edit',
      group: 'users.balances',
      quota: 'users.balances',
      quota_period: 'users.balances',
      period_quota: 'users.balances',
    },
    summary: 'Change what is given of a user of lower role. An empty password stays as it is',
    body: account.partial().extend({
      id: z.coerce.number().int().positive(),
      group: z.string().trim().min(1).max(64).optional(),
      /**
       * The new balance as a whole. While calls are running, adding and subtracting are safer (`POST
       * /api/user/{id}/quota`).
       */
      quota: z.number().int().min(0).max(QUOTA_MAX).optional(),
      quota_period: z.enum(['', ...QUOTA_PERIODS]).optional(),
      period_quota: z.number().int().min(0).max(QUOTA_MAX).optional(),
      remark: z.string().trim().max(REMARK_LENGTH_LIMIT).optional(),
    }),
    reply: listedUser,
  }),
  manage: call({
    method: 'POST',
    path: '/api/user/manage',
    access: 'admin',
    right: 'users.edit',
    summary: 'Promote, demote, enable, disable or delete a user of lower role',
    body: z.object({ id: z.number().int().positive(), action: z.enum(USER_ACTIONS) }),
    reply: z.object({ status: z.number().int(), role: z.number().int() }),
  }),
  entries: call({
    method: 'GET',
    path: '/api/user/{id}/entries',
    access: 'admin',
    right: 'users.see',
    summary: 'What changed a user’s balance beside calls, newest first',
    params: idParams,
    query: pageQuery,
    reply: pageOf(accountEntry),
  }),
  unbind: call({
    method: 'DELETE',
    path: '/api/user/{id}/identity/{identity}',
    access: 'admin',
    right: 'users.edit',
    summary: 'Take a sign-in identity from a user of lower role and end their sessions; the act is logged',
    confirm: true,
    params: idParams.extend({ identity: z.enum(IDENTITIES) }),
    reply: z.null(),
  }),
  sessions: call({
    method: 'GET',
    path: '/api/user/{id}/sessions',
    access: 'admin',
    right: 'users.see',
    summary: 'Where a user of lower role is signed in, last used first',
    params: idParams,
    reply: z.array(session),
  }),
}
