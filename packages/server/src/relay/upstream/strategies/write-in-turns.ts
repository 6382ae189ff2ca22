import { type LoopShare, shareLoop, yieldToEventLoop } from '../../../platform/process/yield-to-event-loop.ts'

/** Writes a large body as JSON, by members and list elements, so that other calls run in between. */
export async function writeInTurns(body: Readonly<Record<string, unknown>>): Promise<string> {
  const share = shareLoop()
  const texts: string[] = []
  for (const [name, value] of Object.entries(body)) {
    const before = `${texts.length === 0 ? '' : ','}${JSON.stringify(name)}:`
    if (Array.isArray(value)) {
      texts.push(before)
      await writeList(value, texts, share)
      continue
    }
    const text = await write(value, share)
    if (text !== undefined) texts.push(before, text)
  }
  texts.unshift('{')
  texts.push('}')
  return joined(texts)
}

/** The same for a list. */
export async function listInTurns(list: readonly unknown[]): Promise<string> {
  const texts: string[] = []
  await writeList(list, texts, shareLoop())
  return joined(texts)
}

async function writeList(list: readonly unknown[], texts: string[], share: LoopShare): Promise<void> {
  texts.push('[')
  for (const [at, element] of list.entries()) texts.push(at === 0 ? '' : ',', (await write(element, share)) ?? 'null')
  texts.push(']')
}

async function write(value: unknown, share: LoopShare): Promise<string | undefined> {
  await share.before()
  share.begins()
  return JSON.stringify(value)
}

/** Joins once: a text put together in steps would be copied by its first reader, all in one go. */
async function joined(texts: readonly string[]): Promise<string> {
  await yieldToEventLoop()
  const text = texts.join('')
  await yieldToEventLoop()
  return text
}
