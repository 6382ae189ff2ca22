import type { Logger } from 'pino'
import type { Environment } from '../../process/environment.ts'
import type { Ownership } from '../../storage/ownership.ts'
import { sqliteOverLink } from '../sqlite-client.ts'
import { hostSqlite } from '../sqlite-host.ts'
import { cardOf } from './card.ts'
import { type ControlLink, connectControl, serveControl } from './control-socket.ts'

/** What a running server can do for its next version. */
export interface Upgradable {
  proof: string
  /** If the database is a file. */
  ownership?: Ownership | undefined
  /** The number of sockets it listens on. */
  listeners(): number
  /** Call this when others begin to use the database. */
  share(): Promise<void>
  /**
   * Gives its port to this many other listeners. Resolves when it no longer listens; calls and connections continue.
   */
  stepAside(listeners: number): Promise<void>
  /** Call this when nobody else listens on the port any more. */
  spread(): void
  /** Runs no more jobs, lets calls and connections end however long that takes, then closes everything. */
  finish(): Promise<void>
}

interface Serving {
  environment: Environment
  port: number
  url: string
  upgradable: Upgradable
  log: Logger
}

const LOOK_MS = 100

/** Answers a server that wants to take over, and hands over. Resolves to a function that stops that. */
export async function offerHandOver({ environment, port, url, upgradable, log }: Serving): Promise<() => void> {
  const { ownership } = upgradable
  let successor: ControlLink | null = null
  let isServing = true
  let isLeaving = false
  let isEnding = false
  let stopListening: () => void = () => undefined

  async function listen(): Promise<void> {
    if (isEnding) return
    stopListening()
    stopListening = await serveControl(environment.DATA_DIR, port, meet)
    // It may have been ended meanwhile.
    if (isEnding) stopListening()
  }

  function meet(control: ControlLink): void {
    const { link } = control
    link.on('card', () => {
      const { proof } = upgradable
      link.send('card', cardOf(environment, { proof, listeners: isServing ? upgradable.listeners() : 0, url }))
    })
    link.on('takeOver', () => {
      if (successor || isEnding || (ownership && !ownership.isOwner()))
        link.send('refused', 'Another server is already taking over from the running one: wait until it serves.')
      else void handOver(control).catch(error => log.error({ err: error }, 'the server was not handed over'))
    })
    link.on('guest', () => {
      if (!ownership?.isOwner()) return control.close()
      control.ended.then(hostSqlite(ownership.service, link))
      link.send('hosted', null)
    })
  }

  async function handOver(control: ControlLink): Promise<void> {
    const { link, ended } = control
    successor = control
    const hosted = new Promise<void>(resolve => link.on('hosted', () => resolve()))
    const serving = new Promise<number>(resolve => link.on('serving', resolve))
    log.info('another server is taking over')
    try {
      await ownership?.release()
    } catch (error) {
      link.send('refused', 'The running server could not release its database and continues. Try again.')
      await taken(control)
      throw error
    }
    void ended
      .then(() => taken(control))
      .catch(error => log.error({ err: error }, 'no next version can take over from this server until it restarts'))
    link.send('released', null)
    await hosted
    ownership?.goOnOver(sqliteOverLink(link, ended))
    await upgradable.share()
    await leave(await serving, link)
  }

  /** From here on there is no way back. */
  async function leave(listeners: number, link: ControlLink['link']): Promise<void> {
    // If it has already left, it is finishing.
    if (isLeaving) return link.send('left', null)
    isLeaving = true
    await upgradable.stepAside(listeners)
    isServing = false
    link.send('left', null)
    log.info('another server has taken over; this one ends with its last call')
    await upgradable.finish()
    process.exit(0)
  }

  /** The successor is gone: this server continues unless it has left. */
  async function taken(control: ControlLink): Promise<void> {
    if (ownership) await regain(ownership)
    if (successor === control) successor = null
    if (!isLeaving) log.warn('the server that was taking over has ended; this one continues')
  }

  /** Gets the database back: as its owner, or as a guest of the new owner. */
  async function regain(ownership: Ownership): Promise<void> {
    ownership.lost()
    for (;;) {
      if (ownership.takeBack()) return listen()
      const owner = await connectControl(environment.DATA_DIR, port).catch(() => null)
      if (owner && (await isHosted(owner))) {
        ownership.goOnOver(sqliteOverLink(owner.link, owner.ended))
        void owner.ended.then(() => regain(ownership))
        return
      }
      owner?.close()
      await Bun.sleep(LOOK_MS)
    }
  }

  await listen()
  return () => {
    isEnding = true
    stopListening()
  }
}

function isHosted({ link, ended }: ControlLink): Promise<boolean> {
  const hosted = new Promise<boolean>(resolve => link.on('hosted', () => resolve(true)))
  link.send('guest', null)
  return Promise.race([hosted, ended.then(() => false)])
}
