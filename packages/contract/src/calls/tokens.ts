import { z } from 'zod'
import { call } from '../call.ts'
import { commaList } from '../comma-list.ts'
import { MAX_PAGE_SIZE, NEVER, TOKEN_BATCH_MAX, TOKEN_STATUS } from '../constants.ts'
import { childKeyForm, newChildKey } from '../entities/child-key.ts'
import { token } from '../entities/token.ts'
import { severalNumbers, severalTexts, sortOf } from '../list-query.ts'
import { QUOTA_PERIODS } from '../quota-period.ts'
import { flagQuery, idParams, pageOf, pageQuery } from '../reply.ts'

const listQuery = pageQuery.extend({
  /** The specification's name for the page size in this call. */
  size: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).optional(),
  keyword: z.string().max(200).default(''),
  token: z.string().max(200).default(''),
  group: severalTexts,
  status: severalNumbers,
  sort: sortOf('tokens'),
})

const MAX_QUOTA = 1_000_000_000_000_000

/** The fields of a form. Absent fields stay unchanged. */
const tokenFields = z.object({
  name: z.string().trim(),
  expired_time: z.coerce.number().int().min(NEVER),
  remain_quota: z.number().int().min(0).max(MAX_QUOTA),
  unlimited_quota: z.boolean(),
  quota_period: z.enum(['', ...QUOTA_PERIODS]),
  period_quota: z.number().int().min(0).max(MAX_QUOTA),
  model_limits_enabled: z.boolean(),
  model_limits: commaList(65_536),
  allow_ips: z.string().max(65_536),
  group: z.string().max(64),
})

export const tokens = {
  list: call({
    method: 'GET',
    path: '/api/token/',
    access: 'user',
    summary: 'The caller’s own tokens without child keys, newest first',
    query: listQuery,
    reply: pageOf(token),
  }),
  search: call({
    method: 'GET',
    path: '/api/token/search',
    access: 'user',
    summary: 'The caller’s own tokens and child keys by name and key',
    query: listQuery,
    reply: pageOf(token),
  }),
  get: call({
    method: 'GET',
    path: '/api/token/{id}',
    access: 'user',
    summary: 'One token of the caller',
    params: idParams,
    reply: token,
  }),
  create: call({
    method: 'POST',
    path: '/api/token/',
    access: 'user',
    summary: 'Make one token, or several with suffixed names',
    body: tokenFields.partial().extend({ count: z.coerce.number().int().min(1).max(TOKEN_BATCH_MAX).default(1) }),
    reply: z.array(token),
  }),
  update: call({
    method: 'PUT',
    path: '/api/token/',
    access: 'user',
    summary: 'Change what is given of a token; with status_only=true its status alone',
    query: z.object({ status_only: flagQuery.default(false) }),
    body: tokenFields.partial().extend({
      id: z.coerce.number().int().positive(),
      status: z.union([z.literal(TOKEN_STATUS.enabled), z.literal(TOKEN_STATUS.disabled)]).optional(),
    }),
    reply: token,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/token/{id}',
    access: 'user',
    summary: 'Delete a token; its child keys end with it, and their rest returns',
    params: idParams,
    reply: z.null(),
  }),
  children: call({
    method: 'GET',
    path: '/api/token/{id}/children',
    access: 'user',
    summary: 'The child keys below one token of the caller, newest first',
    params: idParams,
    query: pageQuery,
    reply: pageOf(token),
  }),
  makeChild: call({
    method: 'POST',
    path: '/api/token/{id}/children',
    access: 'user',
    summary: 'Make a child key with a slice of a token’s quota; its key is shown this once',
    params: idParams,
    body: childKeyForm,
    reply: newChildKey,
  }),
  freeze: call({
    method: 'PUT',
    path: '/api/token/{id}/frozen',
    access: 'user',
    summary: 'Freeze a token with all child keys below it, or end that',
    params: idParams,
    body: z.strictObject({ frozen: z.boolean() }),
    reply: token,
  }),
}
