/** One worker's share of a limit of the whole server; 0 means no limit and stays 0. */
export const shareOf = (limit: number, workers: number): number => Math.ceil(limit / workers)
