import { disableWithoutKeys } from '../channels/keys/disable-without-keys.ts'
import { keyStates, saveFoundState } from '../relay/candidates/keys/key-state-store.ts'
import { type KeyStates, makeKeyStates } from '../relay/plan/keys/key-states.ts'
import type { AppContext } from './app-context.ts'

type Context = Pick<AppContext, 'db' | 'options' | 'secrets' | 'changeEvents' | 'notifications' | 'log' | 'now'>

/** The relay's view of channel key states, which are stored in the database. */
export const buildKeyStates = (context: Context): Promise<KeyStates> => {
  const { db, options, changeEvents, log, now } = context
  return makeKeyStates({
    read: channelId => keyStates(db, channelId),
    save: found => saveFoundState(db, found),
    disableWithoutKeys: (channelId, reason) => disableWithoutKeys(context, channelId, reason),
    mayDisable: () => options.get('AutomaticDisableChannelEnabled'),
    changeEvents,
    log,
    now,
    random: Math.random,
  })
}
