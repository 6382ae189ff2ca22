import { startGateway } from '../testing/gateway.ts'
import { hasRecordings, RECORDINGS_FOLDER, readRecordings } from './recordings.ts'
import { startReplayingUpstream } from './replaying-upstream.ts'
import { type Outcome, runSameDialect } from './same-dialect.ts'

const SEED = 20_261

if (!hasRecordings()) {
  console.log(`There are no recordings at ${RECORDINGS_FOLDER}; nothing was compared.`)
  process.exit(0)
}
const gateway = await startGateway()
const upstream = startReplayingUpstream(SEED)
const outcomes = await runSameDialect(readRecordings(), gateway, upstream)
await upstream.stop()
await gateway.stop()

console.log(`Same dialect on both sides, streams cut at odd places (seed ${SEED})\n`)
console.log(`${'provider'.padEnd(14)}${'endpoint'.padEnd(48)}${'exchanges'.padStart(10)}${'unchanged'.padStart(10)}`)
for (const [key, group] of Map.groupBy(
  outcomes,
  ({ recording, endpoint }) => `${recording.provider.padEnd(14)}${endpoint.padEnd(48)}`,
)) {
  console.log(`${key}${String(group.length).padStart(10)}${String(group.filter(isUnchanged).length).padStart(10)}`)
}
const changed = outcomes.filter(outcome => !isUnchanged(outcome))
for (const { recording, faults } of changed) console.log(`\n${recording.name}: ${faults.join(', ')}`)
console.log(`\n${outcomes.length - changed.length} of ${outcomes.length} exchanges arrived as they were sent.`)
process.exit(changed.length === 0 ? 0 : 1)

function isUnchanged({ faults }: Outcome): boolean {
  return faults.length === 0
}
