import type { Mirror } from '../relay/mirror/mirror.ts'
import type { RelayDeps } from '../relay/relay-deps.ts'
import type { BatchStore } from './batches/store.ts'
import type { BackgroundResponses } from './responses/background-responses.ts'
import type { Conversations } from './responses/store/conversations.ts'
import type { StoredResponses } from './responses/store/index.ts'
import type { TaskDeps } from './tasks/task/task-deps.ts'
import type { ReadTaskChannel } from './tasks/task-channels.ts'

/** What batches, tasks, stored responses and live sessions need besides the relay. */
export interface StatefulDeps extends RelayDeps {
  responses: StoredResponses
  mirror: Mirror
  conversations: Conversations
  backgroundResponses: BackgroundResponses
  batches: BatchStore
  tasks: TaskDeps
  readTaskChannel: ReadTaskChannel
}
