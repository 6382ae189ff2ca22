import type { BatchTables } from './tables/batches.ts'
import type { ChannelTables } from './tables/channels.ts'
import type { ImportTables } from './tables/imports.ts'
import type { LedgerTables } from './tables/ledger.ts'
import type { LogTables } from './tables/logs.ts'
import type { ResponseTables } from './tables/responses.ts'
import type { SignInTables } from './tables/sign-in.ts'
import type { SiteTables } from './tables/site.ts'
import type { TaskTables } from './tables/tasks.ts'
import type { TeamTables } from './tables/teams.ts'
import type { TokenTables } from './tables/tokens.ts'
import type { UserMessageTables } from './tables/user-messages.ts'
import type { UserTables } from './tables/users.ts'
import type { WalletTables } from './tables/wallet.ts'

export type * from './tables/batches.ts'
export type * from './tables/channels.ts'
export type * from './tables/imports.ts'
export type * from './tables/ledger.ts'
export type * from './tables/logs.ts'
export type * from './tables/responses.ts'
export type * from './tables/sign-in.ts'
export type * from './tables/site.ts'
export type * from './tables/tasks.ts'
export type * from './tables/teams.ts'
export type * from './tables/tokens.ts'
export type * from './tables/user-messages.ts'
export type * from './tables/users.ts'
export type * from './tables/wallet.ts'

/** All tables, for Kysely. Times are Unix seconds unless a comment says otherwise. */
export interface Tables
  extends UserTables,
    SignInTables,
    TeamTables,
    TokenTables,
    UserMessageTables,
    ChannelTables,
    SiteTables,
    WalletTables,
    LogTables,
    LedgerTables,
    ResponseTables,
    BatchTables,
    ImportTables,
    TaskTables {}
