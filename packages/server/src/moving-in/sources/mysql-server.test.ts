import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { SQL } from 'bun'
import { otherGateway } from '../../../test/support/other-gateways.ts'
import { openSource } from './open-source.ts'
import { rowsOf, type Source } from './source.ts'
import { sqlPieces } from './sql-pieces.ts'

const server = process.env.TEST_MYSQL_URL
if (!server) console.log('Running MySQL sources are left out: TEST_MYSQL_URL is not set, as no MariaDB is here.')
const TABLES = [
  'users',
  'tokens',
  'channels',
  'abilities',
  'options',
  'redemptions',
  'top_ups',
  'tasks',
  'logs',
] as const

describe.skipIf(!server)('a running MariaDB', () => {
  const database = `source_${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`
  const { file, expected } = otherGateway('new-api-2026-mariadb')
  const admin = new SQL({ url: server ?? '', adapter: 'mysql', max: 1 })

  beforeAll(async () => {
    await admin.unsafe(`create database ${database} character set utf8mb4`)
    await admin.unsafe(`create user '${database}'@'%' identified by 'p@ss:w/rd'`)
    await admin.unsafe(`grant select on ${database}.* to '${database}'@'%'`)
    await admin.unsafe(`use ${database}`)
    const pieces = sqlPieces('mysql').push(`${Bun.zstdDecompressSync(readFileSync(file)).toString()}\n`)
    for (const piece of pieces) if ('statement' in piece) await admin.unsafe(piece.statement).simple()
  }, 60_000)
  afterAll(async () => {
    await admin.unsafe(`drop database ${database}`)
    await admin.unsafe(`drop user '${database}'@'%'`)
    await admin.close()
  })

  const addressOf = (user: string, password: string) => {
    const url = new URL(server ?? '')
    url.pathname = `/${database}`
    url.username = user
    url.password = password
    return url
  }
  const reader = () => addressOf(database, encodeURIComponent('p@ss:w/rd'))
  const withSource = async <Result>(address: string, use: (source: Source) => Result, logsAfter?: number) => {
    const ofRunning = logsAfter === undefined ? {} : { ofRunning: { logsAfter } }
    const source = await openSource(address, { withLogs: true, ...ofRunning })
    try {
      return use(source)
    } finally {
      source.close()
    }
  }
  const refusal = (address: string) => withSource(address, () => 'read').catch((error: Error) => error.message)
  const everything = (source: Source) => TABLES.map(table => [table, [...rowsOf(source, table)]])

  test('is read like its dump, row by row', async () => {
    const dumped = await withSource(file, everything)
    expect(await withSource(reader().href, everything)).toEqual(dumped)
    const { port } = reader()
    const go = `${database}:p@ss:w/rd@tcp(127.0.0.1:${port})/${database}?charset=utf8mb4&parseTime=True&loc=Local`
    expect(await withSource(go, everything)).toEqual(dumped)
    expect(expected().rows.logs).toBeGreaterThan(2_000)
  })

  test('is followed behind a row of its log', async () => {
    const ids = await withSource(
      reader().href,
      source => [...rowsOf(source, 'logs')].map(({ id }) => Number(id)),
      3_000,
    )
    expect(ids.length).toBeGreaterThan(0)
    expect(Math.min(...ids)).toBeGreaterThan(3_000)
  })

  test('is read only by who cannot write, or asks for a session that cannot', async () => {
    const writer = addressOf('root', '')
    expect(await refusal(writer.href)).toMatch(/may write to the source: give a user that may only read/)
    await admin.unsafe(`grant update on ${database}.logs to '${database}'@'%'`)
    expect(await refusal(reader().href)).toMatch(/may write to the source/)
    await admin.unsafe(`revoke update on ${database}.logs from '${database}'@'%'`)
    expect(await refusal(reader().href)).toBe('read')
    writer.searchParams.set('transaction_read_only', '1')
    expect(await refusal(writer.href)).toBe('read')
  })

  test('that is in use, so that its balances change, is told to be stopped', async () => {
    let isRead = false
    const calls = async () => {
      while (!isRead) await admin.unsafe(`update ${database}.users set quota = quota + 1 where id = 1`)
    }
    const called = calls()
    expect(await refusal(reader().href)).toMatch(/is still in use, its balances change: stop its gateway/)
    isRead = true
    await called
  })

  test('that lets nobody in is told without its password', async () => {
    const sentence = await refusal(addressOf(database, 'wrong-word').href)
    expect(sentence).toMatch(/^mysql:\/\/127\.0\.0\.1:\d+\/source_\w+ cannot be read \(Access denied/)
    expect(sentence).not.toContain('wrong-word')
  })
})
