import type { StoredCalls } from '../../relay/stored-calls.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { runInBackground } from './background.ts'
import { mayUseStored, readStoredCall } from './read-stored-call.ts'
import { rememberChannel } from './remember-channel.ts'
import { storeDelivered } from './store-delivered.ts'

/** Connects stored responses to the relay. `deps` is called for each call, because it includes the relay itself. */
export const storedCalls = (deps: () => StatefulDeps): StoredCalls => ({
  // most calls neither read nor store one
  expand: (envelope, call, identity) => (mayUseStored(call) ? readStoredCall(envelope, call, identity, deps()) : null),
  runInBackground: (admitted, stored, request) => runInBackground(admitted, stored, request, deps()),
  rememberChannel: (run, tally) => (run.logged.call.stored ? rememberChannel(run, tally, deps()) : undefined),
  storeDelivered: (response, run, channel) =>
    run.logged.call.stored ? storeDelivered(response, run, channel, deps()) : response,
})
