/** Messages that the log has once for the whole server, however many processes it has. */
export const startedAt = (url: string): string => `Tollgate listens on ${url}`
export const STOPPING = 'Tollgate takes no new calls and waits for the running ones'
