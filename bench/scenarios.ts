import { addedLatency } from './added-latency.ts'
import type { Scenario } from './lib/scenario.ts'
import { pacedStreams } from './paced-streams.ts'
import { wholeRequests } from './whole-requests.ts'

/** Every scenario of the benchmark. */
export const scenarios: Scenario[] = [wholeRequests, addedLatency, pacedStreams]
