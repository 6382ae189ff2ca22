/**
 * Preloaded into test processes: hashes passwords at the lowest cost. At the usual one every setup and every login takes
 * a fifth of a second and 64 MB.
 */
const { hash } = Bun.password

/** The runtime's own function, for tests about the cost. */
export const hashAtUsualCost = hash

const LOWEST_COST = { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 } as const

Bun.password.hash = (password, how = LOWEST_COST) => hash(password, how)
