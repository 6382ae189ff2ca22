import { readRecordings as readConversations } from '@tollgate/gateway/laws'
import { startGateway } from '../support/gateway.ts'
import { hasProblems, runAcrossDialects } from './across-dialects.ts'
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
const changed = same.filter(({ problems }) => problems.length > 0)
console.log(tableOfSameDialect(same))
for (const { recording, problems } of changed) console.log(`\n${recording.name}: ${problems.join(', ')}`)
console.log(`\n${same.length - changed.length} of ${same.length} exchanges arrived as they were sent.`)

console.log('\nEvery conversation with a client of every dialect, whole and streamed\n')
const across = await runAcrossDialects(readConversations().flatMap(exchangesOf), gateway, upstream)
const flawed = across.filter(hasProblems)
console.log(tableAcrossDialects(across))
console.log('\nNot equal, because the client’s format does not support it\n')
console.log(tableOfWhatCannotBeSaid(across))
for (const { client, exchange, problems } of flawed) {
  console.log(`\n${exchange.name}, ${client} client: ${JSON.stringify(problems, null, 2)}`)
}
console.log(`\n${across.length - flawed.length} of ${across.length} exchanges lost nothing in silence.`)

await upstream.stop()
await gateway.stop()
process.exit(changed.length + flawed.length === 0 ? 0 : 1)
