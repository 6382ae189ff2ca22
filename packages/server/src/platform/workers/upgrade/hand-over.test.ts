import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { until } from '../../../../test/support/until.ts'
import { readEnvironment } from '../../process/environment.ts'
import type { Ownership } from '../../storage/ownership.ts'
import { connectControl } from './control-socket.ts'
import { offerHandOver } from './hand-over.ts'

const PORT = 4_321

test.skipIf(process.platform !== 'linux')(
  'a hand-over whose release fails is refused in one sentence, and the next one is possible',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-hand-over-'))
    let [releases, isOwner] = [0, true]
    const ownership = {
      isOwner: () => isOwner,
      async release() {
        releases += 1
        isOwner = false
        if (releases === 1) throw new Error('the disk is full')
      },
      lost: () => undefined,
      takeBack() {
        isOwner = true
        return true
      },
    } as unknown as Ownership
    const stop = await offerHandOver({
      environment: readEnvironment({ DATA_DIR: folder, PORT: String(PORT) }),
      port: PORT,
      url: '',
      upgradable: { proof: 'proof', ownership } as never,
      log: pino({ level: 'silent' }),
    })

    const takeOver = async () => {
      const control = await connectControl(folder, PORT)
      if (!control) throw new Error('nobody offers')
      const { promise, resolve } = Promise.withResolvers<string>()
      control.link.on('refused', resolve)
      control.link.on('released', () => resolve('released'))
      control.link.send('takeOver', null)
      const answer = await promise
      control.close()
      return answer
    }
    expect(await takeOver()).toContain('could not release its database')
    expect(await until(takeOver, answer => !answer.includes('is already taking over'), 5_000)).toBe('released')
    expect(releases).toBe(2)
    stop()
    rmSync(folder, { recursive: true, force: true })
  },
)
