import { join } from 'node:path'
import { bun } from '../../../scripts/lib/bun.mjs'
import { runQuietly } from '../../../scripts/lib/run.mjs'

/** Fills a gateway's drawing and task logs; pictures are at that address. */
export const fillTasks = (databaseFile: string, userId: number, picture = '') =>
  runQuietly('The logs stay empty.', bun, [
    ...[join(import.meta.dirname, 'some-tasks.ts'), databaseFile, String(userId), picture],
  ])
