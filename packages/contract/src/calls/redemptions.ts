import { z } from 'zod'
import { call } from '../call.ts'
import {
  QUOTA_MAX,
  REDEMPTION_BATCH_MAX,
  REDEMPTION_DEFAULT_QUOTA,
  REDEMPTION_NAME_MAX_LENGTH,
  REDEMPTION_STATUS,
} from '../constants.ts'
import { redemption } from '../entities/redemption.ts'
import { severalNumbers, sortOf } from '../list-query.ts'
import { flagQuery, idParams, pageOf, pageQuery } from '../reply.ts'

const listQuery = pageQuery.extend({
  keyword: z.string().max(200).default(''),
  status: severalNumbers,
  sort: sortOf('redemptions'),
})

const redemptionFields = z.object({
  name: z.string().trim().max(REDEMPTION_NAME_MAX_LENGTH),
  quota: z.number().int().min(1).max(QUOTA_MAX),
})

export const redemptions = {
  list: call({
    method: 'GET',
    path: '/api/redemption/',
    access: 'admin',
    right: 'codes',
    summary: 'Redemption codes, newest first',
    query: listQuery,
    reply: pageOf(redemption),
  }),
  search: call({
    method: 'GET',
    path: '/api/redemption/search',
    access: 'admin',
    right: 'codes',
    summary: 'Redemption codes by id, name or whole code',
    query: listQuery,
    reply: pageOf(redemption),
  }),
  get: call({
    method: 'GET',
    path: '/api/redemption/{id}',
    access: 'admin',
    right: 'codes',
    summary: 'One redemption code',
    params: idParams,
    reply: redemption,
  }),
  create: call({
    method: 'POST',
    path: '/api/redemption/',
    access: 'admin',
    right: 'codes',
    summary: 'Make codes and get them; without a name they are called after what they are worth',
    body: z.object({
      name: redemptionFields.shape.name.default(''),
      quota: redemptionFields.shape.quota.default(REDEMPTION_DEFAULT_QUOTA),
      /** Gives a plan for one period instead of quota. */
      plan_id: z.number().int().min(0).default(0),
      count: z.number().int().min(1).max(REDEMPTION_BATCH_MAX).default(1),
    }),
    reply: z.array(z.string()),
  }),
  update: call({
    method: 'PUT',
    path: '/api/redemption/',
    access: 'admin',
    right: 'codes',
    summary: 'Change what is given of an unused code; with status_only=true its status alone',
    query: z.object({ status_only: flagQuery.default(false) }),
    body: redemptionFields.partial().extend({
      id: z.coerce.number().int().positive(),
      status: z.union([z.literal(REDEMPTION_STATUS.unused), z.literal(REDEMPTION_STATUS.disabled)]).optional(),
    }),
    reply: redemption,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/redemption/{id}',
    access: 'admin',
    right: 'codes',
    summary: 'Delete a code',
    params: idParams,
    reply: z.null(),
  }),
}
