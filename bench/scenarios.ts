import { adminPages } from './admin-pages.ts'
import { bodyGaps } from './body-gaps.ts'
import { changePage } from './change-page.ts'
import { channelPage } from './channel-page.ts'
import { chooseAChannel } from './choose-channel.ts'
import { drill } from './drill.ts'
import { firstCalls } from './first-calls.ts'
import { firstLoad } from './first-load.ts'
import { framesASecond } from './frames-a-second.ts'
import { garbage } from './garbage.ts'
import { importing, importingIntoPostgres } from './import.ts'
import type { Scenario } from './lib/scenario.ts'
import { limits } from './limits.ts'
import { loopGaps } from './loop-gaps.ts'
import { memoryOfStreams } from './memory-of-streams.ts'
import { openDrawer } from './open-drawer.ts'
import { openStreams } from './open-streams.ts'
import { overload } from './overload.ts'

/** Measurements beside the matrix, each with its own method. */
export const scenarios: Scenario[] = [
  overload,
  adminPages,
  openStreams,
  framesASecond,
  garbage,
  firstCalls,
  limits,
  memoryOfStreams,
  loopGaps,
  bodyGaps,
  firstLoad,
  chooseAChannel,
  channelPage,
  openDrawer,
  changePage,
  drill,
  importing,
  importingIntoPostgres,
]
