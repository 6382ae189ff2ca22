import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOG_TYPE } from '@tollgate/contract'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { startEvilUpstream } from '../../../test/support/evil-upstream.ts'
import { setUpGateway } from '../../../test/support/gateway.ts'
import { impatientGateway, MAIN, runProgram, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { callOnce, startLoad } from '../../../test/support/load.ts'
import { mountSmallDisk, type SmallDisk } from '../../../test/support/small-disk.ts'
import { until } from '../../../test/support/until.ts'
import { audit } from '../../money/ledger/audit.ts'
import { openStorage } from './db.ts'

const MEGABYTES = 32
const mounted = mountSmallDisk(MEGABYTES)
if (!mounted) console.log('Trials of a full disk are left out: they mount one, which takes root on Linux.')

describe.skipIf(!mounted)('a disk', () => {
  // Not used if it is null.
  const disk = mounted as SmallDisk
  const room = (name: string) => join(disk.folder, name)
  afterAll(() => disk.remove())

  test('that fills up under load refuses calls and charges answered ones once; everything continues when there is room', async () => {
    const upstream = await startEvilUpstream()
    const place = { DATA_DIR: room('under-load') }
    const gateway = await startGatewayProcess(place, await freePort(), { program: impatientGateway })
    const operator = await setUpGateway(gateway.url)
    await operator.makeChannel({ base_url: upstream.url, models: 'good' })
    await operator.setOption('ModelRatio', JSON.stringify({ good: 1 }))
    const { bearer } = await operator.makeToken({ unlimited_quota: false, remain_quota: 50_000_000 })

    const load = startLoad(gateway.url, bearer)
    await load.untilAnswered(50)
    disk.fill()
    const refused = await until(
      () => callOnce(gateway.url, bearer),
      ({ outcome }) => outcome !== 'full',
      20_000,
    )
    expect(refused).toMatchObject({ status: 503, outcome: 'database_unavailable' })
    disk.empty()
    await load.untilAnswered(100)
    const ended = await load.stop()
    await gateway.kill()
    await upstream.stop()

    const storage = openStorage(place)
    const rows = await storage.db.selectFrom('logs').select('request_id').where('type', '=', LOG_TYPE.consume).execute()
    const times = Map.groupBy(rows, row => row.request_id)
    const rowsOf = ({ id }: (typeof ended)[number]) => times.get(id)?.length ?? 0
    expect(ended.filter(call => call.outcome === 'full' && rowsOf(call) !== 1)).toEqual([])
    // A stream cut off at its end while the disk was full is charged when there is room.
    expect(ended.filter(call => rowsOf(call) > 1)).toEqual([])
    expect(
      new Set(ended.map(({ outcome }) => outcome)).difference(new Set(['full', 'cut off', 'database_unavailable'])),
    ).toEqual(new Set())
    expect(await audit(storage, Math.floor(Date.now() / 1000))).toEqual([])
    await storage.close()
  }, 60_000)

  describe('stops the start with one sentence that names the folder', () => {
    beforeAll(async () => {
      const gateway = await startGatewayProcess({ DATA_DIR: room('in-use') }, await freePort())
      gateway.signal('SIGTERM')
      await gateway.ended
      mkdirSync(room('empty'))
      writeFileSync(room('a-file'), '')
    })

    const refusal = async (name: string) => {
      const { exitCode, stdout, stderr } = await runProgram([MAIN], { DATA_DIR: room(name), PORT: '0' })
      expect({ exitCode, stdout, lines: stderr.trim().split('\n').length }).toEqual({
        exitCode: 1,
        stdout: '',
        lines: 1,
      })
      return stderr
    }

    test('if it is full', async () => {
      disk.fill()
      expect(await refusal('empty')).toContain(`The folder ${room('empty')} cannot be written to (`)
      expect(readdirSync(room('empty'))).not.toContain('secret.key')
      expect(await refusal('in-use')).toContain(`The folder ${room('in-use')} cannot be written to (`)
      disk.empty()
    })

    test('if the folder is a file', async () => {
      expect(await refusal('a-file')).toContain(`The folder ${room('a-file')} cannot be made: EEXIST`)
    })

    test('if it is read-only', async () => {
      disk.makeReadOnly()
      expect(await refusal('new')).toContain(`The folder ${room('new')} cannot be made: EROFS`)
      expect(await refusal('in-use')).toContain(`The folder ${room('in-use')} cannot be written to (`)
    })
  })
})
