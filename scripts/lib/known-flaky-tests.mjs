/**
 * Tests that may pass only on their second try, each with the cause. Any other such test fails the run. The list may
 * only get shorter: test-runners.test.ts checks its length and looks for each title in its file.
 */
export const knownFlakyTests = []
