import { expect, test } from 'bun:test'
import { onServer } from '../../../test/support/databases.ts'
import { otherGateway } from '../../../test/support/other-gateways.ts'
import { openSource } from './open-source.ts'
import { rowsOf } from './source.ts'

const server = process.env.TEST_DATABASE_URL
const program = Bun.which('pg_restore')
if (!server || !program) console.log('Running sources are left out: they take TEST_DATABASE_URL and pg_restore.')

test.skipIf(!server || !program)(
  'a running PostgreSQL is read in a snapshot, and only with read-only access',
  async () => {
    const name = `source_${crypto.randomUUID().replaceAll('-', '')}`
    await onServer(`create database ${name}`)
    const url = new URL(server ?? '')
    url.pathname = `/${name}`
    const { file, expected } = otherGateway('one-api-postgres/dump.custom')
    const restore = Bun.spawn([program ?? '', '--no-owner', '--no-privileges', `--dbname=${url.href}`, file])
    expect(await restore.exited).toBe(0)

    const sentence = await openSource(url.href, { withLogs: true }).then(String, (error: Error) => error.message)
    expect(sentence).toMatch(/may write to the source/)
    expect(sentence).not.toContain(url.password || 'a password')

    url.searchParams.set('options', '-c default_transaction_read_only=on')
    const source = await openSource(url.href, { withLogs: true })
    const { users, rows } = expected()
    expect([...rowsOf(source, 'users')].map(({ id, quota }) => [Number(id), Number(quota)])).toEqual(
      users.map(({ id, quota }) => [id, quota]),
    )
    expect([...rowsOf(source, 'logs')].length).toBe(rows.logs ?? 0)
    source.close()
    await onServer(`drop database ${name} with (force)`)
  },
)
