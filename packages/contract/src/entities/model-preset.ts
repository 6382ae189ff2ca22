import { z } from 'zod'

/** A list of models that an operator stores for filling in channels. */
export const modelPreset = z.object({ id: z.number().int(), name: z.string(), items: z.array(z.string()) })
export type ModelPreset = z.output<typeof modelPreset>
