import { z } from 'zod'

/** A key in a device or a password manager that signs its user in without a password. */
export const passkey = z.object({
  id: z.number().int(),
  name: z.string(),
  created_at: z.number().int(),
  /** 0: never. */
  last_used_at: z.number().int(),
})
export type Passkey = z.output<typeof passkey>
