import { channels } from './channels.ts'
import { logs } from './logs.ts'
import { options } from './options.ts'
import { setup } from './setup.ts'
import { status } from './status.ts'
import { tokens } from './tokens.ts'
import { users } from './users.ts'

export type { SiteStatus } from './status.ts'

/** Every call of the console, by room. */
export const calls = { setup, status, options, users, channels, tokens, logs }
