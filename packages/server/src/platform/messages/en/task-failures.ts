/** Why a task failed, where the gateway itself says it. */
export const taskFailures = {
  timed_out: 'It took too long',
  channel_gone: 'The channel it ran on is no longer there',
  not_taken: 'The upstream did not take it',
  failed: 'The upstream says that it failed',
  not_understood: 'The upstream’s answers about it are not understood',
  said: 'The upstream says of the task: {words}',
} as const
