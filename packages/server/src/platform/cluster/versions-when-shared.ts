import type { Topic } from './change-events.ts'
import type { ChangeVersions } from './change-versions.ts'

/**
 * The versions of a database that this process has alone until others join. Before that, nothing is written or read.
 */
export interface VersionsWhenShared extends ChangeVersions {
  /** Call this when other processes begin to use the database. */
  share(): Promise<void>
}

export function versionsWhenShared(open: () => Promise<ChangeVersions>): VersionsWhenShared {
  let opened: ChangeVersions | null = null
  let isShared = false
  let watcher: ((topic: Topic) => void) | null = null
  return {
    raise: async topic => (await opened?.raise(topic)) ?? 0,
    explain: (topic, version) => opened?.explain(topic, version),
    watch(onChanged) {
      watcher = onChanged
      opened?.watch(onChanged)
    },
    close: async () => opened?.close(),
    async share() {
      if (isShared) return
      isShared = true
      opened = await open()
      if (watcher) opened.watch(watcher)
    },
  }
}
