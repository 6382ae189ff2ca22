import { createHash, createHmac } from 'node:crypto'

/** What Telegram's widget returns for a person, signed with the bot's token. https://core.telegram.org/widgets/login */
export function telegramAnswer(
  botToken: string,
  person: { id: number; auth_date: number; first_name?: string; username?: string },
): Record<string, string> {
  const fields = Object.entries(person).map(([name, value]): [string, string] => [name, String(value)])
  const text = fields
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('\n')
  const key = createHash('sha256').update(botToken).digest()
  return { ...Object.fromEntries(fields), hash: createHmac('sha256', key).update(text).digest('hex') }
}
