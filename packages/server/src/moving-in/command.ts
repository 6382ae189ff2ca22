import { TOPICS } from '../platform/cluster/change-events.ts'
import type { Secrets } from '../platform/secrets/secrets.ts'
import { versionStore } from '../platform/storage/change-versions.ts'
import type { Storage } from '../platform/storage/db.ts'
import { readArguments } from './arguments.ts'
import { type MovedIn, moveIn } from './move-in.ts'
import { importAsJson, importAsText } from './print-import.ts'
import { holds } from './proof/proof.ts'
import { openSource } from './sources/open-source.ts'
import { verify } from './verify.ts'

export interface OpenTarget {
  storage: Storage
  secrets: Secrets
  close(): Promise<void>
}

interface Means {
  /** Opens the site to import into; for reading, a stand-in if there is none yet. */
  open(access: 'read' | 'write'): Promise<OpenTarget>
  say(line: string): void
  /** Unix seconds. */
  now: number
}

/** `tollgate import`: imports another gateway's database into this site. Returns the exit code. */
export async function importFrom(given: readonly string[], { open, say, now }: Means): Promise<number> {
  const { source: named, isVerify, isJson, logSource, ...options } = readArguments(given)
  const withLogs = isVerify || options.isSync === true || options.logs !== null
  const source = await openSource(named, { withLogs, logSource })
  try {
    const target = await open(isVerify || options.isDryRun ? 'read' : 'write')
    let moved: MovedIn
    try {
      if (isVerify) moved = await verify(target, source)
      else moved = await moveIn(target, source, { ...options, now })
      if (!isVerify && !options.isDryRun) await tellServers(target.storage)
    } finally {
      await target.close()
    }
    if (isJson) say(JSON.stringify(importAsJson(moved, source), null, 2))
    else for (const line of importAsText(moved, source)) say(line)
    if (!isJson && !isVerify && options.isDryRun) say('Nothing was written; add --yes to import it.')
    return holds(moved.proof) ? 0 : 1
  } finally {
    source.close()
  }
}

/** Makes servers that run on this database reload everything. */
async function tellServers(storage: Storage): Promise<void> {
  const versions = versionStore(storage)
  for (const topic of TOPICS) await versions.raise(topic)
}
