import { z } from 'zod'
import { DENSITIES, FONTS, RADII } from '../look.ts'
import { contrast, HARDEST_SURFACE, LEAST_CONTRAST } from '../options/color.ts'

/** How a user wants the console to look. What is absent is as the site has it. */
export const look = z.object({
  /** Readable on light surfaces; the dark theme lightens it as far as needed. */
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, { message: 'not_color' })
    .refine(color => contrast(color, HARDEST_SURFACE.light) >= LEAST_CONTRAST, { message: 'color_unreadable' })
    .optional(),
  density: z.enum(DENSITIES).optional(),
  radius: z.enum(RADII).optional(),
  font: z.enum(FONTS).optional(),
})
export type Look = z.output<typeof look>
