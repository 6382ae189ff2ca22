import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { bytesOf, headOf, kindOfBytes, otherPackingOf, textOf } from './bytes.ts'
import { restored } from './custom-dump.ts'
import { flavourOf, readDump } from './dump.ts'
import { logExportOf, readLogExport } from './log-export.ts'
import { mysqlAddress } from './mysql-address.ts'
import { readMysqlServer } from './mysql-server.ts'
import { readPostgresServer } from './postgres-server.ts'
import { SourceProblem } from './problem.ts'
import { refuseWithoutRoom } from './room.ts'
import type { Source, Wanted } from './source.ts'
import { openSqliteFile } from './sqlite-file.ts'

/**
 * Opens what the operator named: a SQLite file, a dump, or the address of a server; and its log, where that is apart.
 *
 * @throws SourceProblem
 */
export async function openSource(given: string, { logSource, ...wanted }: Wanted): Promise<Source> {
  if (!logSource || !wanted.withLogs) return openDatabase(given, wanted)
  const source = await openDatabase(given, { ...wanted, withLogs: false })
  try {
    const apart = await openDatabase(logSource, wanted, true)
    const close = () => {
      apart.close()
      source.close()
    }
    return { ...source, name: `${source.name} + ${apart.name}`, hasLogs: true, apart, close }
  } catch (error) {
    source.close()
    throw error
  }
}

async function openDatabase(given: string, wanted: Wanted, isLog = false): Promise<Source> {
  const scheme = /^([a-z]+):\/\//.exec(given)?.[1]
  if (scheme === 'postgres' || scheme === 'postgresql') return readPostgresServer(given, withoutPassword(given), wanted)
  const mysql = mysqlAddress(given)
  if (mysql) return readMysqlServer(mysql, wanted)
  if (scheme) throw new SourceProblem(`${scheme}:// is not known: name a file, or a postgres:// or mysql:// address.`)
  return openFile(given, wanted, isLog)
}

async function openFile(path: string, { withLogs, ofRunning }: Wanted, isLog: boolean): Promise<Source> {
  const name = basename(path)
  const kind = kindOfBytes(headOf(path, name))
  const packing = otherPackingOf(headOf(path, name))
  if (packing) throw new SourceProblem(`${name} is packed with ${packing}: unpack it, or pack it with zstd or gzip.`)
  // a hash is meaningless while the file changes
  const sha256 = ofRunning ? '' : await hashOf(path)
  // A SQLite file is read in place and not copied; without its log, a copy of the rest is small.
  if (kind !== 'sqlite' && withLogs)
    refuseWithoutRoom({ name, bytes: statSync(path).size, isPacked: kind !== 'text', folder: tmpdir() })
  if (kind === 'sqlite') return openSqliteFile(path, { name, sha256, withLogs, mayRun: ofRunning !== undefined })
  if (kind === 'custom')
    return readDump(restored(path, name), { name, flavour: 'postgres', withLogs, sha256: () => sha256 })
  const unpacked = kind === 'text' ? null : await unpackedHead(path, kind, name)
  if (unpacked && kindOfBytes(unpacked) === 'sqlite') return openPacked(path, { kind, name, sha256, withLogs })
  const text = (unpacked ?? headOf(path, name)).toString('utf8')
  const exported = isLog ? logExportOf(text) : null
  if (exported) return readLogExport(textOf(bytesOf(path, kind), name), { name, kind: exported, sha256 })
  const flavour = flavourOf(text)
  if (!flavour)
    throw new SourceProblem(
      `${name} is neither a SQLite file nor a dump of PostgreSQL, MySQL or MariaDB${isLog ? ', nor an export of the table logs as CSV with a header or JSON lines' : ''}.`,
    )
  return readDump(textOf(bytesOf(path, kind), name), { name, flavour, withLogs, sha256: () => sha256 })
}

type Packed = Parameters<typeof openSqliteFile>[1] & { kind: ReturnType<typeof kindOfBytes> }

/** Unpacks a compressed SQLite file into a temporary folder and opens it. */
async function openPacked(path: string, { kind, ...opened }: Packed): Promise<Source> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-import-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const copy = join(folder, 'source.db')
    await pipeline(bytesOf(path, kind), createWriteStream(copy, { mode: 0o600 }))
    const source = openSqliteFile(copy, opened)
    return {
      ...source,
      close() {
        source.close()
        remove()
      },
    }
  } catch (error) {
    remove()
    if (error instanceof SourceProblem) throw error
    throw new SourceProblem(`${opened.name} is truncated or damaged (${(error as Error).message}).`)
  }
}

async function unpackedHead(path: string, kind: ReturnType<typeof kindOfBytes>, name: string): Promise<Buffer> {
  const bytes = bytesOf(path, kind)
  try {
    for await (const chunk of bytes) return Buffer.from(chunk)
    return Buffer.alloc(0)
  } catch (error) {
    throw new SourceProblem(`${name} is truncated or damaged (${(error as Error).message}).`)
  } finally {
    bytes.destroy()
  }
}

async function hashOf(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of Bun.file(path).stream()) hasher.update(chunk)
  return hasher.digest('hex')
}

function withoutPassword(dsn: string): string {
  const url = URL.parse(dsn)
  return url ? `${url.protocol}//${url.host}${url.pathname}` : 'the address'
}
