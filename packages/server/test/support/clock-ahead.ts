/** Preloaded into a process of a test: its machine's clock is two minutes ahead. */
const rightTime = Date.now.bind(Date)
Date.now = () => rightTime() + 120_000
