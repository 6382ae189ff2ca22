import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dir, '../other-gateways')

/** The figures of a source, read from its database while it was stopped. */
export interface ExpectedFigures {
  rows: Record<string, number>
  users: {
    id: number
    username: string
    role: number
    quota: number
    used_quota: number
    request_count: number
    aff_quota: number
    aff_history: number
    deleted: boolean
    group: string
  }[]
  tokens: {
    id: number
    user_id: number
    status: number
    remain_quota: number
    used_quota: number
    unlimited: boolean
    deleted: boolean
    key_sha256: string
  }[]
  channels: { id: number; used_quota: number; name: string; key_sha256: string; key_lines: number }[]
}

/** Every database of another gateway, as a file or a dump. */
export const otherGateways = [
  'one-api-sqlite/one-api.db.zst',
  'one-api-postgres/dump.sql.zst',
  'one-api-postgres/dump.custom',
  'new-api-2025-postgres/dump.sql.zst',
  'new-api-2025-postgres/dump-inserts.sql.zst',
  'new-api-2025-postgres/dump.custom',
  'new-api-2026-sqlite/one-api.db.zst',
  'new-api-2026-mariadb/dump.sql.zst',
].map(name => ({
  name,
  file: join(FOLDER, name),
  needsPgRestore: name.endsWith('.custom'),
  expected: (): ExpectedFigures => JSON.parse(readFileSync(join(FOLDER, name, '../expected.json'), 'utf8')),
}))

/** One of them, by a prefix of its name. */
export function otherGateway(name: string) {
  const found = otherGateways.find(one => one.name.startsWith(name))
  if (!found) throw new Error(`there is no ${name}`)
  return found
}
