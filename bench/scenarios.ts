import { addedLatency } from './added-latency.ts'
import { chargingCost } from './charging-cost.ts'
import { firstLoad } from './first-load.ts'
import { framesASecond } from './frames-a-second.ts'
import type { Scenario } from './lib/scenario.ts'
import { loopGaps } from './loop-gaps.ts'
import { memoryOfStreams } from './memory-of-streams.ts'
import { oneUser } from './one-user.ts'
import { pacedStreams } from './paced-streams.ts'
import { wholeRequests } from './whole-requests.ts'

/** Every scenario of the benchmark. */
export const scenarios: Scenario[] = [
  wholeRequests,
  addedLatency,
  pacedStreams,
  chargingCost,
  oneUser,
  framesASecond,
  memoryOfStreams,
  loopGaps,
  firstLoad,
]
