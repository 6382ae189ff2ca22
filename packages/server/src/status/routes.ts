import { calls } from '@tollgate/contract'
import { serve } from '../http/serve.ts'
import { isSetUp } from '../setup/store.ts'
import { siteStatus } from './site-status.ts'

export const statusEndpoints = [
  serve(calls.status.get, async (_, { world }) => siteStatus(world, await isSetUp(world.db))),

  serve(calls.status.groups, (_, { world }) => Object.keys(world.options.get('GroupRatio'))),

  serve(calls.status.notice, (_, { world }) => world.options.get('Notice')),

  serve(calls.status.about, (_, { world }) => world.options.get('About')),

  serve(calls.status.home, (_, { world }) => world.options.get('HomePageContent')),
]
