import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** The absolute path of a file or folder in the project: `inProject('packages', 'console')`. */
export const inProject = (...parts) => join(root, ...parts)
