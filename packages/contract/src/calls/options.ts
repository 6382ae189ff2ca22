import { z } from 'zod'
import { call } from '../call.ts'

export const options = {
  list: call({
    method: 'GET',
    path: '/api/option/',
    access: 'admin',
    right: { any: ['settings', 'prices'] },
    summary: 'Every option but the secret ones, as text',
    reply: z.array(z.object({ key: z.string(), value: z.string() })),
  }),
  secrets: call({
    method: 'GET',
    path: '/api/option/secrets',
    access: 'admin',
    right: { any: ['settings', 'prices'] },
    summary: 'Which secret options are set',
    reply: z.record(z.string(), z.boolean()),
  }),
  update: call({
    method: 'PUT',
    path: '/api/option/',
    access: 'admin',
    right: { any: ['settings', 'prices'] },
    summary: 'Change one option. Some are the super admin’s, with a fresh confirmation',
    body: z.object({
      key: z.string().max(255),
      value: z.union([z.string(), z.number(), z.boolean()]).transform(String),
      /** The value the caller saw: if it has changed since, the reply is 409 and nothing changes. */
      expected: z.string().optional(),
    }),
    reply: z.null(),
  }),
  isSame: call({
    method: 'POST',
    path: '/api/option/same',
    access: 'admin',
    right: { any: ['settings', 'prices'] },
    summary: 'Whether a secret option that the caller may change has this value',
    body: z.object({ key: z.string().max(255), secret: z.string().max(65_536) }),
    reply: z.boolean(),
  }),
  resetModelRatio: call({
    method: 'POST',
    path: '/api/option/rest_model_ratio',
    access: 'admin',
    right: 'prices',
    summary: 'Forget the operator’s own ratios: every model has the ratios of the price list again',
    reply: z.null(),
  }),
}
