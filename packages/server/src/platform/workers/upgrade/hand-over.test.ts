import { afterEach, beforeEach, describe, expect, type Mock, spyOn, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { until } from '../../../../test/support/until.ts'
import { readEnvironment } from '../../process/environment.ts'
import type { Ownership } from '../../storage/ownership.ts'
import type { SqliteService } from '../../storage/sqlite/service.ts'
import { hostSqlite } from '../sqlite-host.ts'
import type { ServerCard } from './card.ts'
import { type ControlLink, connectControl, serveControl } from './control-socket.ts'
import { offerHandOver } from './hand-over.ts'

const PORT = 4_321

const onLinux = process.platform === 'linux' ? describe : () => undefined
onLinux('a running server', () => {
  let folder: string
  let ends: (() => void)[]
  let exit: Mock<typeof process.exit>
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tollgate-hand-over-'))
    ends = []
    exit = spyOn(process, 'exit').mockImplementation((() => undefined) as never)
  })
  afterEach(() => {
    for (const end of ends) end()
    exit.mockRestore()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A database file without a file: who has it, and what happened to it. `isFree`: nobody else has taken it. */
  function ownedFile() {
    const file = { isOwner: true, isFree: true, releases: 0, isBroken: false, over: null as SqliteService | null }
    const ownership = {
      service: { read: async () => ['of this server'] },
      isOwner: () => file.isOwner,
      async release() {
        file.releases += 1
        file.isOwner = false
        if (file.isBroken) throw new Error('the disk is full')
      },
      lost: () => undefined,
      takeBack() {
        file.isOwner = file.isFree
        return file.isOwner
      },
      goOnOver(service: SqliteService) {
        file.over = service
      },
    } as unknown as Ownership
    return { file, ownership }
  }

  /** Offers a server of three sockets, and notes what it does. `finish` ends its last call. */
  async function offered(ownership?: Ownership) {
    const did: string[] = []
    const told: string[] = []
    const last = Promise.withResolvers<void>()
    const stop = await offerHandOver({
      environment: readEnvironment({ DATA_DIR: folder, PORT: String(PORT) }),
      port: PORT,
      url: 'http://127.0.0.1/',
      upgradable: {
        proof: 'proof',
        ownership,
        listeners: () => 3,
        share: async () => void did.push('share'),
        stepAside: async count => void did.push(`step aside for ${count}`),
        spread: () => undefined,
        async finish() {
          did.push('finish')
          await last.promise
        },
      },
      log: pino({}, { write: (line: string) => void told.push(JSON.parse(line).msg) }),
    })
    ends.push(stop)
    return { did, told, stop, finish: last.resolve }
  }

  async function next(): Promise<ControlLink> {
    const control = await connectControl(folder, PORT)
    if (!control) throw new Error('nobody offers')
    ends.push(control.close)
    return control
  }
  const heard = ({ link, ended }: ControlLink, kind: 'released' | 'left' | 'hosted'): Promise<string> =>
    new Promise(resolve => {
      link.on('refused', resolve)
      link.on(kind, () => resolve(kind))
      ended.then(() => resolve('ended'))
    })
  function takeOver(control: ControlLink): Promise<string> {
    control.link.send('takeOver', null)
    return heard(control, 'released')
  }
  const cardOf = ({ link }: ControlLink): Promise<ServerCard> =>
    new Promise(resolve => {
      link.on('card', resolve)
      link.send('card', {} as ServerCard)
    })
  const soon = (isThere: () => boolean) =>
    until(
      async () => isThere(),
      is => is,
    )

  test('hands over step by step, and ends with its last call', async () => {
    const { file, ownership } = ownedFile()
    const { did, finish } = await offered(ownership)
    const control = await next()
    expect(await cardOf(control)).toMatchObject({ listeners: 3, proof: 'proof', url: 'http://127.0.0.1/' })
    expect(await takeOver(control)).toBe('released')
    expect([file.isOwner, file.over]).toEqual([false, null])

    hostSqlite({ read: async () => ['of the next one'] } as never, control.link)
    control.link.send('hosted', null)
    await soon(() => file.over !== null)
    expect(await file.over?.read('a query' as never)).toEqual(['of the next one'] as never)
    expect(did).toEqual(['share'])

    const left = heard(control, 'left')
    control.link.send('serving', 2)
    expect(await left).toBe('left')
    await soon(() => did.includes('finish'))
    expect(did).toEqual(['share', 'step aside for 2', 'finish'])
    expect((await cardOf(control)).listeners).toBe(0)
    expect(exit).not.toHaveBeenCalled()
    finish()
    await soon(() => exit.mock.calls.length > 0)
    expect(exit).toHaveBeenCalledWith(0)
  })

  test('is taken over by one server at a time, and only while it owns the database', async () => {
    const { file, ownership } = ownedFile()
    await offered(ownership)
    expect(await takeOver(await next())).toBe('released')
    file.isOwner = true
    expect(await takeOver(await next())).toContain('already taking over')
    expect(file.releases).toBe(1)
  })

  test('that handed its database over to one that is gone cannot hand it over', async () => {
    const { file, ownership } = ownedFile()
    await offered(ownership)
    file.isOwner = false
    expect(await takeOver(await next())).toContain('already taking over')
  })

  test('whose release fails refuses in one sentence, and the next takeover is possible', async () => {
    const { file, ownership } = ownedFile()
    const { told } = await offered(ownership)
    file.isBroken = true
    const control = await next()
    expect(await takeOver(control)).toContain('could not release its database')
    control.close()
    await soon(() => told.includes('the server was not handed over'))
    expect(told).toContain('the server that was taking over has ended; this one continues')
    file.isBroken = false
    expect(await takeOver(await next())).toBe('released')
    expect(file.releases).toBe(2)
  })

  test('continues with its own database if its successor ends before it serves', async () => {
    const { file, ownership } = ownedFile()
    const { told } = await offered(ownership)
    const control = await next()
    await takeOver(control)
    control.close()
    await soon(() => told.includes('the server that was taking over has ended; this one continues'))
    expect(file.isOwner).toBe(true)
    expect(await takeOver(await next())).toBe('released')
  })

  test('that has left finishes: the next server need not wait for it, and it does not continue', async () => {
    const { did, told, finish } = await offered()
    const first = await next()
    await takeOver(first)
    first.link.send('hosted', null)
    first.link.send('serving', 2)
    expect(await heard(first, 'left')).toBe('left')
    await soon(() => did.includes('finish'))
    first.close()
    await first.ended
    const second = await next()
    await until(
      () => takeOver(second),
      answer => answer === 'released',
    )
    second.link.send('hosted', null)
    second.link.send('serving', 5)
    expect(await heard(second, 'left')).toBe('left')
    expect(did.filter(step => step !== 'share')).toEqual(['step aside for 2', 'finish'])
    expect(told.filter(line => line.includes('continues'))).toEqual([])
    finish()
    await soon(() => exit.mock.calls.length > 0)
  })

  test('that has lost its database to a third server uses it as that one’s guest, until that is gone', async () => {
    const { file, ownership } = ownedFile()
    await offered(ownership)
    const successor = await next()
    await takeOver(successor)
    let guests = 0
    let owner: ControlLink | null = null
    ends.push(
      await serveControl(folder, PORT, control => {
        control.link.on('guest', () => {
          guests += 1
          // Not the owner yet.
          if (guests === 1) return control.close()
          owner = control
          hostSqlite({ read: async () => ['of the third'] } as never, control.link)
          control.link.send('hosted', null)
        })
      }),
    )
    file.isFree = false
    successor.close()
    await soon(() => file.over !== null)
    expect([guests, file.isOwner]).toEqual([2, false])
    expect(await file.over?.read('a query' as never)).toEqual(['of the third'] as never)

    file.isFree = true
    ;(owner as ControlLink | null)?.close()
    await soon(() => file.isOwner)
    await until(
      async () => takeOver(await next()),
      answer => answer === 'released',
    )
  })

  test('serves its database to guests as its owner, and to nobody if it is not', async () => {
    const { file, ownership } = ownedFile()
    await offered(ownership)
    const guest = await next()
    guest.link.send('guest', null)
    expect(await heard(guest, 'hosted')).toBe('hosted')
    file.isOwner = false
    const stranger = await next()
    stranger.link.send('guest', null)
    expect(await heard(stranger, 'hosted')).toBe('ended')
  })

  test('hands nothing over once it ends', async () => {
    const { stop, did } = await offered()
    const control = await next()
    await cardOf(control)
    stop()
    expect(await takeOver(control)).not.toBe('released')
    expect(did).toEqual([])
    expect(await connectControl(folder, PORT)).toBeNull()
  })
})
