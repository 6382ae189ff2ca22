import { calls } from '@tollgate/contract'
import { serve } from '../context.ts'
import { markRead, readInbox } from './inbox.ts'
import { listMessages } from './store.ts'
import { recallMessage, writeMessage } from './write.ts'

/** Messages from those who run the site to its users. */
export const userMessageEndpoints = [
  serve(calls.userMessages.list, ({ query }, { app }) => listMessages(app.db, query, app.now())),

  serve(calls.userMessages.write, ({ body }, context) => writeMessage(context, body)),

  serve(calls.userMessages.recall, ({ params }, context) => recallMessage(context, params.id)),

  serve(calls.userMessages.inbox, (_, { app, caller }) => readInbox(app, caller)),

  serve(calls.userMessages.markRead, ({ body }, { app, caller }) => markRead(app, caller, body.ids)),
]
