export const DENSITIES = ['comfortable', 'compact'] as const
export const RADII = ['none', 'small', 'large'] as const
/** Typefaces that readers have; none is loaded. */
export const FONTS = ['system', 'sans', 'serif', 'mono'] as const
