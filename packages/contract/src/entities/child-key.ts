import { z } from 'zod'
import { MAX_PAGE_SIZE, MODEL_NAME_MAX_LENGTH, QUOTA_MAX } from '../constants.ts'

/** The form of a new child key. Omitted fields are inherited from its parent. */
export const childKeyForm = z.strictObject({
  name: z.string().trim(),
  /** Its slice of the parent's quota. */
  quota: z.number().int().min(1).max(QUOTA_MAX),
  /** Only these models; absent: those of the parent. */
  models: z
    .array(
      z
        .string()
        .trim()
        .min(1)
        .max(MODEL_NAME_MAX_LENGTH)
        .refine(model => !model.includes(','), { message: 'not_valid' }),
    )
    .min(1)
    .max(1_000)
    .optional(),
  /** Unix seconds; absent: with the parent. */
  expires_at: z.number().int().min(1).max(QUOTA_MAX).optional(),
  /** Calls per minute; absent: as many as its parents may. */
  rpm: z.number().int().min(1).max(1_000_000).optional(),
  label: z.string().trim().max(200).optional(),
})
export type ChildKeyForm = z.output<typeof childKeyForm>

/** A key made by a token. */
export const childKey = z.object({
  id: z.number().int(),
  parent_id: z.number().int(),
  /** 1: a child of a token that has no parent. */
  depth: z.number().int(),
  name: z.string(),
  label: z.string(),
  /** The slice it was made with. */
  quota: z.number().int(),
  /** Its remaining quota, without that of its own children. */
  remain_quota: z.number().int(),
  used_quota: z.number().int(),
  /** null: all of the user's. */
  models: z.array(z.string()).nullable(),
  /** Unix seconds; null: never. */
  expires_at: z.number().int().nullable(),
  /** null: no limit of its own. */
  rpm: z.number().int().nullable(),
  /** It, or a token above it, is frozen. */
  frozen: z.boolean(),
  created_at: z.number().int(),
})
export type ChildKey = z.output<typeof childKey>

/** Includes its key, which is shown only this once. */
export const newChildKey = childKey.extend({ key: z.string() })
export type NewChildKey = z.output<typeof newChildKey>

/** The keys a token lists: the newest, or those before the id `after`. */
export const childKeysQuery = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(MAX_PAGE_SIZE),
  after: z.coerce.number().int().min(0).default(0),
})
