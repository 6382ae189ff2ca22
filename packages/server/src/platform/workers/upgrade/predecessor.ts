import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Environment, StartError } from '../../process/environment.ts'
import { makeSecrets, readSecretKey, SECRET_KEY_FILE } from '../../secrets/secrets.ts'
import { checkProof } from '../../storage/check-secret-key.ts'
import { notForOlder } from '../../storage/migrations/index.ts'
import type { SqliteService } from '../../storage/sqlite/service.ts'
import { hostSqlite } from '../sqlite-host.ts'
import { cardOf, PROTOCOL, type ServerCard } from './card.ts'
import { type ControlLink, connectControl } from './control-socket.ts'

/** The running server, as seen by the one that takes over from it. */
export interface Predecessor {
  /** The number of sockets it listens on; 0 if it only has streams to finish. */
  listeners: number
  url: string
  /**
   * For SQLite: resolves once it has released the database file. Its calls wait until `host`. If this process ends, it
   * continues as before; this process ends if `host` is not called within the environment's limit.
   * @throws StartError if it refuses
   */
  release(): Promise<void>
  /**
   * Its calls continue, on SQLite through this process.
   * @throws StartError if the two use different databases
   */
  host(proof: string, service: SqliteService | undefined): void
  /** Tells it that we listen, on this many sockets. Resolves when it no longer does. */
  serving(listeners: number): Promise<void>
}

/**
 * Looks for a running server on the same port and data folder, and checks whether this version can take over. Changes
 * nothing.
 * @returns null if none is running
 * @throws StartError if the two cannot share the database
 */
export async function meetPredecessor(environment: Environment): Promise<Predecessor | null> {
  if (process.platform !== 'linux')
    throw new StartError(
      'Taking over from a running server requires Linux: stop that first, then start without --take-over.',
    )
  const control = await connectControl(environment.DATA_DIR, environment.PORT)
  if (!control) return null
  const card = await introduce(control, environment)
  const refusal = whyNot(card, environment)
  if (refusal !== null) {
    control.close()
    throw new StartError(`${refusal} Nothing was changed.`)
  }
  const { link } = control
  let patience: NodeJS.Timeout | undefined

  return {
    listeners: card.listeners,
    url: card.url,
    async release() {
      const released = answer(control, 'released')
      link.send('takeOver', null)
      await released
      patience = setTimeout(giveUp, environment.TAKE_OVER_SECONDS * 1_000, environment)
    },
    host(proof, service) {
      clearTimeout(patience)
      if (proof !== card.proof)
        throw new StartError(
          'The running server uses another database: take over with the same DATABASE_URL and DATA_DIR.',
        )
      if (service) control.ended.then(hostSqlite(service, link))
      link.send('hosted', null)
    },
    async serving(listeners) {
      const left = new Promise<void>(resolve => link.on('left', () => resolve()))
      link.send('serving', listeners)
      await Promise.race([left, control.ended])
    },
  }
}

/** Ends this process whatever it is doing, so that the running server gets its database back. */
function giveUp({ TAKE_OVER_SECONDS }: Environment): never {
  console.error(
    `The database was not ready for this version within ${TAKE_OVER_SECONDS} seconds, during which calls waited for it: the running server continues. ` +
      'Stop it first, or let its calls wait longer with TAKE_OVER_SECONDS.',
  )
  process.exit(1)
}

async function introduce(control: ControlLink, environment: Environment): Promise<ServerCard> {
  const known = answer(control, 'card')
  control.link.send('card', cardOf(environment, { proof: null, listeners: 0, url: '' }))
  return known
}

/** @throws StartError if the other refuses, or ends */
function answer<Kind extends 'card' | 'released'>({ link, ended }: ControlLink, kind: Kind) {
  return new Promise<Kind extends 'card' ? ServerCard : null>((resolve, reject) => {
    link.on(kind, message => resolve(message as never))
    link.on('refused', sentence => reject(new StartError(sentence)))
    ended.then(() => reject(new StartError('The running server ended during the takeover: start again.')))
  })
}

/** Why a server cannot take over, in a sentence for the operator; null: it can. */
function whyNot(card: ServerCard, environment: Environment): string | null {
  const running = `The running server (version ${card.version}, process ${card.pid})`
  const own = cardOf(environment, { proof: null, listeners: 0, url: '' })
  if (card.protocol !== PROTOCOL)
    return `${running} uses another handover protocol than this version ${own.version}: stop it first.`
  if (card.host !== own.host)
    return `${running} listens on HOST ${card.host}, this one would on ${own.host}: take over on the same address.`
  if (card.kind !== own.kind)
    return `${running} keeps its data in ${card.kind}, this one would in ${own.kind}: take over on the same database.`
  const later = card.steps.filter(step => !own.steps.includes(step))
  if (later.length > 0)
    return `${running} has a later version than this ${own.version} (${later.join(', ')}), which cannot take over from it.`
  const apart = notForOlder(own.steps.filter(step => !card.steps.includes(step)))
  if (apart.length > 0)
    return `${running} and this version ${own.version} cannot share a database (${apart.join(', ')}): stop it first.`
  const { SECRET_KEY, DATA_DIR } = environment
  // Reading it would create one.
  if (!SECRET_KEY && !existsSync(join(DATA_DIR, SECRET_KEY_FILE)))
    return `${running} has its secret key from SECRET_KEY, which is not set here: start with the same key.`
  try {
    checkProof(card.proof ?? '', makeSecrets(readSecretKey(SECRET_KEY, DATA_DIR)))
    return null
  } catch (error) {
    return (error as Error).message
  }
}
