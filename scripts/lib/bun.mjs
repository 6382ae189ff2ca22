import { inProject } from './project.mjs'

/** The Bun program that npm installed; its name ends in .exe on every system. */
export const bun = inProject('node_modules', 'bun', 'bin', 'bun.exe')

/** Bun's environment. By default its `fetch` allows only 256 concurrent requests. */
export const bunEnvironment = { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: '20000' }
