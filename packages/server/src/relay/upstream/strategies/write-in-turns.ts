import { shareLoop } from '../../../platform/process/yield-to-event-loop.ts'

/** Writes a large body as JSON, by members and list elements, so that other calls run in between. */
export async function writeInTurns(body: Readonly<Record<string, unknown>>): Promise<string> {
  const share = shareLoop()
  const members: string[] = []
  for (const [name, value] of Object.entries(body)) {
    await share.before()
    share.begins()
    if (!Array.isArray(value)) {
      const text = JSON.stringify(value)
      if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`)
      continue
    }
    const elements: string[] = []
    for (const element of value) {
      await share.before()
      share.begins()
      elements.push(JSON.stringify(element) ?? 'null')
    }
    members.push(`${JSON.stringify(name)}:[${elements.join()}]`)
  }
  return `{${members.join()}}`
}
