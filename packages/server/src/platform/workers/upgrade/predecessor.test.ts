import { afterEach, beforeEach, describe, expect, jest, spyOn, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rejection } from '../../../../test/support/rejection.ts'
import { until } from '../../../../test/support/until.ts'
import { readEnvironment } from '../../process/environment.ts'
import { makeSecrets } from '../../secrets/secrets.ts'
import { migrations } from '../../storage/migrations/index.ts'
import type { SqliteService } from '../../storage/sqlite/service.ts'
import { sqliteOverLink } from '../sqlite-client.ts'
import { cardOf, type ServerCard } from './card.ts'
import { type ControlLink, serveControl } from './control-socket.ts'
import { meetPredecessor, type Predecessor } from './predecessor.ts'

const KEY = 'the key of the running server'
const PORT = 4_322

const onLinux = process.platform === 'linux' ? describe : () => undefined
onLinux('the running server, as the next version meets it', () => {
  let folder: string
  let ends: (() => void)[]
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tollgate-predecessor-'))
    ends = []
  })
  afterEach(() => {
    for (const end of ends) end()
    rmSync(folder, { recursive: true, force: true })
  })

  const environment = (more: Record<string, string> = {}) =>
    readEnvironment({ DATA_DIR: folder, PORT: String(PORT), HOST: '127.0.0.1', SECRET_KEY: KEY, ...more })
  const steps = Object.keys(migrations)

  /** A running server that introduces itself, and what it is asked for. */
  async function running(card: Partial<ServerCard> = {}, onLink: (control: ControlLink) => void = () => undefined) {
    const told = { proof: makeSecrets(KEY).encrypt('tollgate'), listeners: 3, url: 'http://127.0.0.1/' }
    const mine = { ...cardOf(environment(), told), version: '0.9', pid: 7, ...card }
    const end = await serveControl(folder, PORT, control => {
      ends.push(control.close)
      control.link.on('card', () => control.link.send('card', mine))
      onLink(control)
    })
    ends.push(end)
    return mine
  }

  const meet = async (more?: Record<string, string>) => (await meetPredecessor(environment(more))) as Predecessor

  test('is nobody where nobody listens', async () => {
    expect(await meetPredecessor(environment())).toBeNull()
  })

  test('tells its address and how many sockets it listens on', async () => {
    await running()
    expect(await meet()).toMatchObject({ listeners: 3, url: 'http://127.0.0.1/' })
  })

  const apart = '0001-all-tables'
  test.each<[why: string, card: Partial<ServerCard>, sentence: string, environment: Record<string, string>]>([
    ['speaks another protocol', { protocol: 2 }, 'uses another handover protocol', {}],
    ['listens on another address', { host: '0.0.0.0' }, 'listens on HOST 0.0.0.0, this one would on 127.0.0.1', {}],
    ['has another kind of database', { kind: 'postgres' }, 'keeps its data in postgres, this one would in sqlite', {}],
    ['knows later steps', { steps: [...steps, '9999-later'] }, 'has a later version than this', {}],
    ['lacks a step it cannot work with', { steps: steps.filter(step => step !== apart) }, `database (${apart})`, {}],
    ['has its key from elsewhere', {}, 'has its secret key from SECRET_KEY, which is not set here', { SECRET_KEY: '' }],
    ['has another key', {}, 'SECRET_KEY does not open the data', { SECRET_KEY: 'the key of another server' }],
  ])('is left alone if it %s', async (_, card, sentence, more) => {
    const closed = Promise.withResolvers<void>()
    await running(card, ({ ended }) => void ended.then(closed.resolve))
    const error = await rejection(meet(more))
    expect(error.name).toBe('StartError')
    expect(error.message).toContain(sentence)
    expect(error.message).toEndWith('Nothing was changed.')
    await closed.promise
  })

  test('releases its database, or says why not', async () => {
    await running({}, ({ link }) => link.on('takeOver', () => link.send('refused', 'Wait.')))
    expect(await rejection((await meet()).release())).toMatchObject({ name: 'StartError', message: 'Wait.' })
  })

  test('ends the takeover with a sentence if it ends meanwhile', async () => {
    await running({}, ({ link, close }) => link.on('takeOver', close))
    const { message } = await rejection((await meet()).release())
    expect(message).toBe('The running server ended during the takeover: start again.')
  })

  test('waits for its database as long as TAKE_OVER_SECONDS, then this process ends', async () => {
    await running({}, ({ link }) => link.on('takeOver', () => link.send('released', null)))
    const [exit, report] = [spyOn(process, 'exit'), spyOn(console, 'error')]
    exit.mockImplementation((() => undefined) as never)
    report.mockImplementation(() => undefined)
    try {
      const slow = await meet({ TAKE_OVER_SECONDS: '3' })
      jest.useFakeTimers()
      await slow.release()
      jest.advanceTimersByTime(2_999)
      expect(exit).not.toHaveBeenCalled()
      jest.advanceTimersByTime(1)
      expect(exit).toHaveBeenCalledWith(1)
      expect(report.mock.calls.flat().join()).toContain('not ready for this version within 3 seconds')
    } finally {
      jest.useRealTimers()
      exit.mockRestore()
      report.mockRestore()
    }
  })

  test('uses the database through this process from then on, and no longer waits', async () => {
    const served = Promise.withResolvers<SqliteService>()
    const { proof } = await running({}, ({ link, ended }) => {
      link.on('takeOver', () => link.send('released', null))
      link.on('hosted', () => served.resolve(sqliteOverLink(link, ended)))
    })
    const predecessor = await meet()
    jest.useFakeTimers()
    try {
      await predecessor.release()
      expect(jest.getTimerCount()).toBe(1)
      predecessor.host(proof ?? '', { read: async (query: unknown) => [query] } as never)
      expect(jest.getTimerCount()).toBe(0)
    } finally {
      jest.useRealTimers()
    }
    expect(await (await served.promise).read('a query' as never)).toEqual(['a query'] as never)
  })

  test('is told nothing if it has another database', async () => {
    await running()
    const predecessor = await meet()
    expect(() => predecessor.host('another proof', undefined)).toThrow('uses another database')
  })

  test('learns how many sockets listen now; its port is free once it has left', async () => {
    const heard: number[] = []
    let leave: () => void = () => undefined
    await running({}, ({ link }) => {
      link.on('serving', count => void heard.push(count))
      leave = () => link.send('left', null)
    })
    let hasLeft = false
    const left = (await meet()).serving(2).then(() => {
      hasLeft = true
    })
    await until(
      async () => heard,
      counts => counts.length > 0,
    )
    expect([heard, hasLeft]).toEqual([[2], false])
    leave()
    await left
  })

  test('has left as well if it ends', async () => {
    await running({}, ({ link, close }) => link.on('serving', close))
    await (await meet()).serving(2)
  })
})
