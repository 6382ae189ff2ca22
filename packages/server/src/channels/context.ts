import type { Health } from '@tollgate/gateway'
import type { PeopleContext } from '../people/context.ts'
import { serveWith } from '../platform/http/serve.ts'
import type { LastHour } from '../relay/plan/last-hour/last-hour.ts'
import type { ChannelBalances } from './balances/channel-balances.ts'
import type { ChannelTests } from './tests/channel-tests.ts'

export interface ChannelsContext extends PeopleContext {
  channelTests: ChannelTests
  channelBalances: ChannelBalances
  /** The relay's knowledge of channels. */
  routing: { health: Health; lastHour: Pick<LastHour, 'hours' | 'modelsOf'> }
}

export const serve = serveWith<ChannelsContext>()
