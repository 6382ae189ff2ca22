import { readRecordings as readConversations } from '@tollgate/gateway/laws'
import { startGateway } from '../support/gateway.ts'
import { isFaulty, runAcrossDialects } from './across-dialects.ts'
import { exchangesOf } from './exchanges.ts'
import { readRecordings } from './recordings.ts'
import { startReplayingUpstream } from './replaying-upstream.ts'
import { runSameDialect } from './same-dialect.ts'
import { tableAcrossDialects, tableOfSameDialect, tableOfWhatCannotBeSaid } from './tables.ts'

const SEED = 20_261

const gateway = await startGateway()
const upstream = startReplayingUpstream(SEED)

console.log(`Same dialect on both sides, streams cut at odd places (seed ${SEED})\n`)
const same = await runSameDialect(readRecordings(), gateway, upstream)
const changed = same.filter(({ faults }) => faults.length > 0)
console.log(tableOfSameDialect(same))
for (const { recording, faults } of changed) console.log(`\n${recording.name}: ${faults.join(', ')}`)
console.log(`\n${same.length - changed.length} of ${same.length} exchanges arrived as they were sent.`)

console.log('\nEvery conversation with a client of every dialect, whole and streamed\n')
const across = await runAcrossDialects(readConversations().flatMap(exchangesOf), gateway, upstream)
const faulty = across.filter(isFaulty)
console.log(tableAcrossDialects(across))
console.log('\nNot equal, because the client’s format has no word for it\n')
console.log(tableOfWhatCannotBeSaid(across))
for (const { client, exchange, faults } of faulty) {
  console.log(`\n${exchange.name}, ${client} client: ${JSON.stringify(faults, null, 2)}`)
}
console.log(`\n${across.length - faulty.length} of ${across.length} exchanges lost nothing in silence.`)

await upstream.stop()
await gateway.stop()
process.exit(changed.length + faulty.length === 0 ? 0 : 1)
