/** Messages that appear once in the log for the whole server, however many processes it has. */
export const startedAt = (url: string): string => `Tollgate listens on ${url}`
export const STOPPING = 'Tollgate takes no new calls and waits for the running ones'
