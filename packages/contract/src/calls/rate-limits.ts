/**
 * This many attempts within this many seconds, counted for each of `per`. Correct answers to a secret question do not
 * count.
 */
export interface RateLimited {
  attempts: number
  windowSeconds: number
  /** `client`: an IPv4 address, or the /64 network of an IPv6 address. */
  per: 'client' | 'user' | 'session'
}

/** The usual limits of calls open to strangers. An account under attack has lower ones. */
export const RATE_LIMITS = {
  login: { attempts: 20, windowSeconds: 600, per: 'client' },
  secondFactor: { attempts: 10, windowSeconds: 3600, per: 'client' },
  passkeyChallenge: { attempts: 60, windowSeconds: 600, per: 'client' },
  signInBegun: { attempts: 120, windowSeconds: 600, per: 'client' },
  mail: { attempts: 10, windowSeconds: 600, per: 'client' },
  code: { attempts: 20, windowSeconds: 600, per: 'client' },
  ownPassword: { attempts: 10, windowSeconds: 600, per: 'client' },
  confirmation: { attempts: 10, windowSeconds: 3600, per: 'session' },
  unsubscribe: { attempts: 60, windowSeconds: 600, per: 'client' },
  order: { attempts: 30, windowSeconds: 600, per: 'user' },
} as const satisfies Record<string, RateLimited>
