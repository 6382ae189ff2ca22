import { z } from 'zod'

/** What a model may be able to do, in the order people ask for it. */
export const ABILITIES = [
  'chat',
  'vision',
  'tools',
  'reasoning',
  'audio',
  'images',
  'video',
  'embeddings',
  'rerank',
] as const
export type Ability = (typeof ABILITIES)[number]

/** What a model is known to do or not to do; what is missing is unknown. */
export const abilities = z.partialRecord(z.enum(ABILITIES), z.boolean())
export type Abilities = z.output<typeof abilities>
