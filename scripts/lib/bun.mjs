import { inProject } from './project.mjs'

/** The Bun program that npm installed; its name ends in .exe on every system. */
export const bun = inProject('node_modules', 'bun', 'bin', 'bun.exe')

/** The environment for Bun, whose `fetch` would otherwise hold back all but 256 concurrent requests. */
export const bunEnvironment = { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: '20000' }
