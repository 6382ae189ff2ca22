import type { MoneyContext } from '../money/context.ts'
import { serveWith } from '../platform/http/serve.ts'
import type { Notifications } from './notifications/index.ts'

export interface PeopleContext extends MoneyContext {
  notifications: Notifications
}

export const serve = serveWith<PeopleContext>()
