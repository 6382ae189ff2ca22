import { z } from 'zod'

/** Abilities a model may have, in the order people ask for them. */
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

/** What a model can or cannot do; a missing ability is unknown. */
export const abilities = z.partialRecord(z.enum(ABILITIES), z.boolean())
export type Abilities = z.output<typeof abilities>
