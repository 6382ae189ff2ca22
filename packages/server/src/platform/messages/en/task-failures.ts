/** Why a task failed, in the gateway's own words. */
export const taskFailures = {
  timed_out: 'It took too long',
  channel_gone: 'The channel it ran on no longer exists',
  not_taken: 'The upstream did not accept it',
  failed: 'The upstream reported that it failed',
  not_understood: 'The upstream’s answers about it could not be understood',
  said: 'The upstream reported about the task: {words}',
} as const
