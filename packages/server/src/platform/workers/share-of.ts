/** The part of a limit of the whole server that one worker keeps; 0, which means no limit, stays 0. */
export const shareOf = (limit: number, workers: number): number => Math.ceil(limit / workers)
