/** What the log says once for the whole server, however many processes it has. */
export const startedAt = (url: string): string => `Tollgate listens on ${url}`
export const STOPPING = 'Tollgate takes no new calls and waits for those that run'
