import { z } from 'zod'
import { askProvider } from '../../../platform/http/ask-provider.ts'

const granted = z.object({ access_token: z.string().min(1) })

/** Exchanges a code for an access token. https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3 */
export async function accessToken(
  endpoint: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<string> {
  const question = { form: new URLSearchParams({ grant_type: 'authorization_code', ...form }), headers }
  const { status, body } = await askProvider(endpoint, question)
  const { data } = granted.safeParse(body)
  if (!data) throw new Error(`the code could not be exchanged (status ${status}): ${errorIn(body)}`)
  return data.access_token
}

/** Reads the profile of an access token's owner. */
export async function profile<Shape extends z.ZodType>(
  endpoint: string,
  token: string,
  shape: Shape,
): Promise<z.output<Shape>> {
  const { status, body } = await askProvider(endpoint, { headers: { authorization: `Bearer ${token}` } })
  const { data } = shape.safeParse(body)
  if (status !== 200 || data === undefined) throw new Error(`the profile could not be read (status ${status})`)
  return data
}

/** Returns only the RFC's error code, because the rest of the answer may repeat what was sent. */
const errorIn = (body: unknown) =>
  z.object({ error: z.string().max(64) }).safeParse(body).data?.error ?? 'no error code'
