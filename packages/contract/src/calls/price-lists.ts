import { z } from 'zod'
import { call } from '../call.ts'
import { marginQuery, priceDifferences, priceList } from '../entities/price-list.ts'
import { idParams } from '../reply.ts'

/** 0: the built-in list. */
const listParams = z.object({ id: z.coerce.number().int().min(0) })

export const priceLists = {
  list: call({
    method: 'GET',
    path: '/api/price-lists/',
    access: 'admin',
    right: 'prices',
    summary: 'The price lists that ours is compared with: the built-in one, those of channels and those of addresses',
    reply: z.array(priceList),
  }),
  create: call({
    method: 'POST',
    path: '/api/price-lists/',
    access: 'admin',
    right: 'prices',
    memberRights: { channel_id: 'channels.see' },
    summary: 'Read the price list that a channel’s upstream or an address publishes, and keep it',
    body: z
      .object({ channel_id: z.number().int().positive(), address: z.string().min(1).max(2_000) })
      .partial()
      .refine(({ channel_id, address }) => (channel_id === undefined) !== (address === undefined), {
        path: ['address'],
        message: 'channel_or_address',
      }),
    reply: priceList,
  }),
  read: call({
    method: 'POST',
    path: '/api/price-lists/{id}/read',
    access: 'admin',
    right: 'prices',
    summary: 'Read a price list again',
    params: idParams,
    reply: priceList,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/price-lists/{id}',
    access: 'admin',
    right: 'prices',
    summary: 'Forget a price list. Prices that were accepted from it stay',
    params: idParams,
    reply: z.null(),
  }),
  differences: call({
    method: 'GET',
    path: '/api/price-lists/{id}/differences',
    access: 'admin',
    right: 'prices',
    summary: 'What of our prices would change if a price list were followed, at a margin',
    params: listParams,
    query: marginQuery,
    reply: priceDifferences,
  }),
  accept: call({
    method: 'POST',
    path: '/api/price-lists/{id}/accept',
    access: 'admin',
    right: 'prices',
    summary:
      'Take over prices of a list, at a margin. Refused where our prices or the list have changed since the comparison',
    params: listParams,
    body: marginQuery.extend({
      version: z.string().min(1).max(100),
      models: z.array(z.string().min(1).max(255)).min(1).max(20_000),
    }),
    reply: z.object({ accepted: z.number().int() }),
  }),
}
