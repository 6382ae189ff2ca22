import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { until } from '../../../../test/support/until.ts'
import { readEnvironment } from '../../process/environment.ts'
import type { Ownership } from '../../storage/ownership.ts'
import type { ServerCard } from './card.ts'
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

test.skipIf(process.platform !== 'linux')(
  'a server tells how many sockets it listens on, and hands nothing over once it ends',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-hand-over-'))
    const stop = await offerHandOver({
      environment: readEnvironment({ DATA_DIR: folder, PORT: String(PORT) }),
      port: PORT,
      url: '',
      upgradable: { proof: 'proof', listeners: () => 3 } as never,
      log: pino({ level: 'silent' }),
    })
    const control = await connectControl(folder, PORT)
    if (!control) throw new Error('nobody offers')
    const { link } = control
    const card = new Promise<ServerCard>(resolve => link.on('card', resolve))
    const answer = new Promise<string>(resolve => {
      link.on('refused', resolve)
      link.on('released', () => resolve('released'))
      control.ended.then(() => resolve('ended'))
    })
    link.send('card', {} as ServerCard)
    expect(await card).toMatchObject({ listeners: 3, proof: 'proof' })
    stop()
    link.send('takeOver', null)
    expect(await answer).not.toBe('released')
    control.close()
    rmSync(folder, { recursive: true, force: true })
  },
)
