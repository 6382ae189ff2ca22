import { calls } from '@tollgate/contract'
import { serve } from '../context.ts'
import { markRead, readInbox } from './inbox.ts'
import { setMailsWanted, unsubscribe, wantsMails } from './mail-refusals.ts'
import { listMessages } from './store.ts'
import { recallMessage, writeMessage } from './write.ts'

/** Messages from those who run the site to its users. */
export const userMessageEndpoints = [
  serve(calls.userMessages.list, ({ query }, { app, caller }) => listMessages(app, caller, query)),

  serve(calls.userMessages.write, ({ body }, context) => writeMessage(context, body)),

  serve(calls.userMessages.recall, ({ params }, context) => recallMessage(context, params.id)),

  serve(calls.userMessages.inbox, (_, { app, caller }) => readInbox(app, caller)),

  serve(calls.userMessages.markRead, ({ body }, { app, caller }) => markRead(app, caller, body.ids)),

  serve(calls.userMessages.mails, (_, { app, caller }) => wantsMails(app, caller.id)),

  serve(calls.userMessages.setMails, ({ body }, { app, caller }) => setMailsWanted(app, caller.id, body.wanted)),

  serve(calls.userMessages.unsubscribe, async ({ params }, { app }) => {
    await unsubscribe(app, params.token)
    return null
  }),
]
