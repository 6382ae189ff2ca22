/** How many models are compared at once. */
export const COMPARED = { least: 2, most: 4 } as const
