import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ControlLink, connectControl, serveControl } from './control-socket.ts'

const PORT = 3000
/** A socket's address has at most 107 bytes. */
const LONG_NAME = 'a-folder-of-a-long-name'.repeat(6)

describe('the control socket', () => {
  let root: string
  let folder: string
  let ends: (() => void)[]
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'tollgate-control-'))
    folder = join(root, LONG_NAME, LONG_NAME)
    mkdirSync(folder, { recursive: true })
    ends = []
  })
  afterEach(() => {
    for (const end of ends) end()
    rmSync(root, { recursive: true, force: true })
  })

  const path = () => join(folder, `control-${PORT}.sock`)

  /** Answers every connection with a name. */
  async function serve(name: string) {
    const end = await serveControl(folder, PORT, ({ link }) => link.on('card', () => link.send('failed', name)))
    ends.push(end)
    return end
  }

  const ask = ({ link }: ControlLink) =>
    new Promise<string>(resolve => {
      link.on('failed', resolve)
      link.send('card', {} as never)
    })

  async function whoAnswers(): Promise<string | null> {
    const control = await connectControl(folder, PORT)
    if (!control) return null
    const name = await ask(control)
    control.close()
    return name
  }

  test('is accessible only to its user, even in a folder with a long path', async () => {
    await serve('first')
    expect((statSync(path()).mode & 0o777).toString(8)).toBe('600')
    expect(await whoAnswers()).toBe('first')
    expect(readdirSync(folder)).toEqual([`control-${PORT}.sock`])
  })

  test('belongs to the last listener, and the previous one leaves it alone', async () => {
    const endFirst = await serve('first')
    const endSecond = await serve('second')
    expect(await whoAnswers()).toBe('second')
    endFirst()
    expect(await whoAnswers()).toBe('second')
    endSecond()
    expect([await whoAnswers(), existsSync(path())]).toEqual([null, false])
  })

  test('is closed with its end, by whatever name somebody knows it', async () => {
    const end = await serve('first')
    linkSync(path(), join(folder, `control-${PORT + 1}.sock`))
    end()
    expect(await connectControl(folder, PORT + 1)).toBeNull()
  })

  test('carries long messages whole and in order, and tells both of the end', async () => {
    const texts = ['ä€😀'.repeat(300_000), 'short', '\n"line"\n', '']
    const heard: string[] = []
    const closed = Promise.withResolvers<void>()
    ends.push(
      await serveControl(folder, PORT, ({ link, ended }) => {
        link.on('refused', text => {
          heard.push(text)
          if (heard.length === texts.length) link.send('left', null)
        })
        ended.then(closed.resolve)
      }),
    )
    const control = (await connectControl(folder, PORT)) as ControlLink
    const all = new Promise<void>(resolve => control.link.on('left', () => resolve()))
    for (const text of texts) control.link.send('refused', text)
    await all
    expect(heard).toEqual(texts)
    control.close()
    await Promise.all([closed.promise, control.ended])
  })
})
