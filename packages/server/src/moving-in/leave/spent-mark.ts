/** Begins the option that marks a database of another gateway from which what was spent here was taken; an import and a time follow. */
export const SPENT_MARK = 'TollgateSpent_'
