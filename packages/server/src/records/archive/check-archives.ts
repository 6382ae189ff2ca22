import { LOG_TYPE } from '@tollgate/contract'
import type { Db } from '../../platform/storage/db.ts'
import { isImported } from '../logs/imported-rows.ts'
import { digestOf, readRows } from './archive-file.ts'
import type { ArchivePlace } from './archive-place.ts'
import { type Archive, sumsOf, writtenArchives } from './store.ts'

export interface ArchiveCheck {
  archives: number
  rows: number
  /** The problems found, one sentence each. */
  findings: string[]
}

/**
 * Reads every archive and checks that its file is unchanged and that its charges match the audit's totals, so that
 * archives are part of the proof.
 */
export async function checkArchives(db: Db, placeAt: (address: string) => ArchivePlace): Promise<ArchiveCheck> {
  const archives = await writtenArchives(db)
  const findings: string[] = []
  for (const archive of archives) {
    const finding = await check(db, archive, placeAt(archive.place)).catch(error => `cannot be read: ${error.message}`)
    if (finding) findings.push(`the archive ${archive.name} ${finding}`)
  }
  return { archives: archives.length, rows: archives.reduce((sum, { rows }) => sum + rows, 0), findings }
}

async function check(db: Db, archive: Archive, place: ArchivePlace): Promise<string | null> {
  const { path, giveBack } = await place.obtain(archive.name)
  try {
    if ((await digestOf(path)) !== archive.sha256) return 'is not the file that was written'
    const { rows, charged } = await addUp(path)
    if (rows !== archive.rows) return `has ${rows} rows, not ${archive.rows}`
    // The log still counts rows that are being deleted from it.
    if (archive.state !== 'moved') return null
    const counted = await sumsOf(db, archive.id)
    for (const userId of new Set([...charged.keys(), ...counted.map(({ user_id }) => user_id)])) {
      const [found, expected] = [
        charged.get(userId) ?? 0,
        counted.find(({ user_id }) => user_id === userId)?.quota ?? 0,
      ]
      if (found !== expected) return `has charges of ${found} for user ${userId}, and counts as ${expected}`
    }
    return null
  } finally {
    giveBack()
  }
}

async function addUp(path: string): Promise<{ rows: number; charged: Map<number, number> }> {
  const charged = new Map<number, number>()
  let rows = 0
  for await (const { type, user_id, quota, code } of readRows(path)) {
    rows += 1
    if (type === LOG_TYPE.consume && !isImported(code)) charged.set(user_id, (charged.get(user_id) ?? 0) + quota)
  }
  return { rows, charged }
}
