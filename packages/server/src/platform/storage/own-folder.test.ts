import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOG_TYPE } from '@tollgate/contract'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { setUpGateway } from '../../../test/support/gateway.ts'
import { type GatewayProcess, MAIN, runProgram, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { startHeldUpstream } from '../../../test/support/held-upstream.ts'
import { until } from '../../../test/support/until.ts'
import { audit } from '../../money/ledger/audit.ts'
import { openStorage } from './db.ts'

const root = mkdtempSync(join(tmpdir(), 'tollgate-owner-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('a data folder in use by a gateway', () => {
  const folder = join(root, 'owned')
  let port: number
  let gateway: GatewayProcess
  let upstream: Awaited<ReturnType<typeof startHeldUpstream>>
  let streaming: Response
  beforeAll(async () => {
    port = await freePort()
    mkdirSync(folder)
    upstream = await startHeldUpstream()
    gateway = await startGatewayProcess({ DATA_DIR: folder }, port)
    const operator = await setUpGateway(gateway.url)
    await operator.makeChannel({ base_url: upstream.url, models: 'good' })
    await operator.setOption('ModelRatio', JSON.stringify({ good: 1 }))
    const { bearer } = await operator.makeToken({ unlimited_quota: false, remain_quota: 1_000_000 })
    streaming = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ model: 'good', stream: true, messages: [{ role: 'user', content: 'Hello' }] }),
    })
    await until(
      async () => upstream.held(),
      held => held === 1,
    )
  })
  afterAll(async () => {
    await gateway.kill()
    await upstream.stop()
  })

  const state = async () => {
    const storage = openStorage({ DATA_DIR: folder })
    const { db } = storage
    const charges = await db.selectFrom('logs').selectAll().where('type', '=', LOG_TYPE.consume).execute()
    const findings = await audit(storage, Math.floor(Date.now() / 1000))
    await storage.close()
    return { charges: charges.length, findings }
  }

  test.each(['the same port', 'another port'])('is refused to a second on %s, which says who holds it', async which => {
    const tried = which === 'the same port' ? port : await freePort()
    const { exitCode, stderr } = await runProgram([MAIN], { DATA_DIR: folder, PORT: String(tried) })
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(
      new RegExp(
        `^The folder ${folder} is in use by process \\d+ on ${hostname()} since \\S+, which listens on port ${port}\\. Stop that first, take over from it with --take-over on the same PORT, or name another folder with DATA_DIR\\.\\n$`,
      ),
    )
    expect(await state()).toEqual({ charges: 0, findings: [] })
  })

  test('can be audited and backed up meanwhile', async () => {
    const audited = await runProgram([MAIN, 'audit'], { DATA_DIR: folder })
    const backedUp = await runProgram([MAIN, 'backup', join(root, 'copy')], { DATA_DIR: folder })
    expect([audited.exitCode, audited.stdout.includes('✓ The books balance.'), backedUp.exitCode]).toEqual([0, true, 0])
    expect(await state()).toEqual({ charges: 0, findings: [] })
  })

  test('keeps its call, which ends and is charged once', async () => {
    upstream.goOn()
    expect(await streaming.text()).toContain('[DONE]')
    expect(await state()).toEqual({ charges: 1, findings: [] })
  })

  test('is free for the next as soon as its process is killed', async () => {
    await gateway.kill()
    gateway = await startGatewayProcess({ DATA_DIR: folder }, port)
    expect(await state()).toEqual({ charges: 1, findings: [] })
  })
})

describe('a data folder', () => {
  const rightsIn = (folder: string) =>
    Object.fromEntries(
      ['', ...readdirSync(folder)].map(name => [name || '.', (statSync(join(folder, name)).mode & 0o777).toString(8)]),
    )
  const CLOSED = {
    '.': '700',
    'owner.json': '600',
    'owner.lock': '600',
    'secret.key': '600',
    'tollgate.db': '600',
    'tollgate.db-shm': '600',
    'tollgate.db-wal': '600',
  }

  test.each(['made at the first start', 'there before, open to all'])(
    'is accessible only to its owner: %s',
    async which => {
      const folder = join(root, which)
      const port = await freePort()
      if (which !== 'made at the first start') {
        const before = await startGatewayProcess({ DATA_DIR: folder }, port)
        await before.kill()
        for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644)
        chmodSync(folder, 0o755)
      }
      const gateway = await startGatewayProcess({ DATA_DIR: folder }, port)
      const control = `control-${port}.sock`
      // The file is created last.
      const rights = await until(
        async () => rightsIn(folder),
        rights => control in rights,
      )
      expect(rights).toEqual({ ...CLOSED, [control]: '600' })
      await gateway.kill()
    },
  )

  test('that lost its secret key after use is refused in one sentence, and gets no new key', async () => {
    const folder = join(root, 'keyless')
    const before = await startGatewayProcess({ DATA_DIR: folder }, await freePort())
    await before.kill()
    const key = join(folder, 'secret.key')
    const lost = readFileSync(key)
    rmSync(key)
    const refused = await runProgram([MAIN], { DATA_DIR: folder, PORT: '0' })
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      `${key} is missing, and this database was created with the key that was in it. Restore the file, or set SECRET_KEY to that key. Nothing was changed.\n`,
    ])
    expect(existsSync(key)).toBe(false)
    writeFileSync(key, lost)
    const again = await startGatewayProcess({ DATA_DIR: folder }, await freePort())
    await again.kill()
  })

  test('is unlocked and readable after a failed start', async () => {
    const folder = join(root, 'failed')
    mkdirSync(folder)
    writeFileSync(join(folder, 'secret.key'), '')
    const failed = await runProgram([MAIN], { DATA_DIR: folder, PORT: '0' })
    expect([failed.exitCode, failed.stderr]).toEqual([
      1,
      `${join(folder, 'secret.key')} is empty. Restore the secret key that was in it.\n`,
    ])
    rmSync(join(folder, 'secret.key'))
    const gateway = await startGatewayProcess({ DATA_DIR: folder }, await freePort())
    await gateway.kill()
  })
})
