export type Pace = 'good' | 'slow' | 'bad'

/** A whole call: under 101 s is good, under 300 s slow. */
export const paceOfCall = (seconds: number): Pace => (seconds < 101 ? 'good' : seconds < 300 ? 'slow' : 'bad')

/** The first token: under 3 s is good, under 10 s slow. */
export const paceOfFirstToken = (seconds: number): Pace => (seconds < 3 ? 'good' : seconds < 10 ? 'slow' : 'bad')
