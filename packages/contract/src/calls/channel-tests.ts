import { z } from 'zod'
import { call } from '../call.ts'
import { MODEL_NAME_MAX_LENGTH } from '../constants.ts'
import { idParams } from '../reply.ts'

/** Progress of the test of all channels, and the result of the last one. Times are unix seconds. */
const testProgress = z.object({
  isRunning: z.boolean(),
  /** Channels tested since the run began. */
  done: z.number().int(),
  total: z.number().int(),
  /** 0: never. */
  started_at: z.number().int(),
})
export type TestProgress = z.output<typeof testProgress>

/** `option_off`: channels are not enabled automatically. `changed`: the channel has changed since the test began. */
export const RECOVERIES = ['enabled', 'option_off', 'too_slow', 'changed'] as const
export type Recovery = (typeof RECOVERIES)[number]

export const channelTests = {
  test: call({
    method: 'GET',
    path: '/api/channel/test/{id}',
    access: 'admin',
    right: 'channels.operate',
    summary: 'Test a channel with a small request; ends when the caller leaves, and is charged to nobody',
    params: idParams,
    /** Empty: the channel’s test model, or else its first model. */
    query: z.object({ model: z.string().trim().max(MODEL_NAME_MAX_LENGTH).default('') }),
    reply: z.null(),
    beside: z.object({
      /** False: the upstream refused; `message` has its own words, without keys and hosts. */
      success: z.boolean(),
      message: z.string(),
      /** Seconds until the answer was complete, or refused. */
      time: z.number(),
      /** Seconds until the first token; null: there was none. */
      first_token: z.number().nullable(),
      model: z.string(),
      /** For an automatically disabled channel that passed: whether it is enabled again, or why not. */
      recovery: z.enum(RECOVERIES).nullable(),
    }),
  }),
  testAll: call({
    method: 'GET',
    path: '/api/channel/test',
    access: 'admin',
    right: 'channels.operate',
    summary: 'Start testing every channel in the background; refused while that runs',
    reply: testProgress,
  }),
  progress: call({
    method: 'GET',
    path: '/api/channel/test/progress',
    access: 'admin',
    right: 'channels.see',
    summary: 'How far the test of every channel is',
    reply: testProgress,
  }),
  updateBalance: call({
    method: 'GET',
    path: '/api/channel/update_balance/{id}',
    access: 'admin',
    right: 'channels.operate',
    summary: 'Ask a channel’s provider for the balance',
    params: idParams,
    reply: z.null(),
    /** US dollars, or the provider's own unit. */
    beside: z.object({ balance: z.number() }),
  }),
  updateBalances: call({
    method: 'GET',
    path: '/api/channel/update_balance',
    access: 'admin',
    right: 'channels.operate',
    summary: 'Ask the providers of all enabled channels for their balances',
    reply: z.object({ updated: z.number().int(), failed: z.number().int(), disabled: z.number().int() }),
  }),
}
